// People who come and go while others work: consoles with their streams, sign-ins, files that are read to their end or not.
import { setMaxListeners } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getDashboard } from '@watchpost/contract/dashboard';
import { followEvents } from '@watchpost/contract/notifications';
import { exportScannedCheckpoints, listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { signIn, signOut } from '@watchpost/contract/session';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { openStream } from '../../apps/server/src/testing/event-stream.ts';
import type { Caller } from '../asking.ts';
import { demoApi, signInSuperAdmin } from '../demo-company.ts';
import type { Traffic } from './traffic.ts';

export interface PassersBy {
  /** How often each came by. */
  readonly counts: Readonly<Record<string, number>>;
  /** Resolves when all have gone. */
  stop(): Promise<void>;
}

export interface PassersBySettings {
  readonly url: string;
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly traffic: Traffic;
  readonly onFault: (fault: string) => void;
}

/** Fewer than one user may have: the server hears of one that left a little later than the next one comes. */
const streams = 12;
const readers = 4;
const readerPauseMs = 40;

export function comeAndGo({ url, caller, headers, seed, traffic, onFault }: PassersBySettings): PassersBy {
  const stopping = new AbortController();
  // Each who pauses listens.
  setMaxListeners(0, stopping.signal);
  const random = new Random('soak', seed);
  const counts: Record<string, number> = {};
  const pause = (ms: number, signal = stopping.signal) => sleep(ms, null, { signal }).catch(() => {});
  const again = async (
    name: string,
    pauseMs: () => number,
    action: (pausing: AbortSignal) => Promise<void>,
  ) => {
    while (!stopping.signal.aborted) {
      await traffic.while(action).catch((error: unknown) => onFault(`${name}: ${String(error)}`));
      counts[name] = (counts[name] ?? 0) + 1;
      await pause(pauseMs());
    }
  };
  const must = async (path: string) => {
    const { status } = await caller.ask({ path: demoApi + path, headers });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  };
  const stream = async (pausing: AbortSignal) => {
    const opened = await openStream(`${url}${demoApi}${followEvents.path}`, headers);
    if (opened.status !== 200) throw new Error(`a stream was answered ${opened.status}`);
    await pause(random.between(1_000, 15_000), AbortSignal.any([stopping.signal, pausing]));
    opened.breakOff();
  };
  const session = async () => {
    const own = await signInSuperAdmin(caller);
    await caller.ask({ path: demoApi + signOut.path, method: 'DELETE', headers: own });
  };
  const running = [
    ...Array.from({ length: streams }, () => again('streams', () => random.between(0, 500), stream)),
    ...Array.from({ length: readers }, (_, at) =>
      again(
        'pages',
        () => readerPauseMs,
        () =>
          must(
            at % 2 === 0 ? `${listScannedCheckpoints.path}?limit=30` : `${getDashboard.path}?range=last7Days`,
          ),
      ),
    ),
    again('sessions', () => 30_000, session),
    again(
      'files',
      () => 5_000,
      () => must(`${exportScannedCheckpoints.path}?format=csv`),
    ),
    again(
      'files left half-way',
      () => 5_000,
      () => abandonFile(url, headers),
    ),
    again(
      'requests left half-way',
      () => 1_000,
      () => abandonRequest(url),
    ),
  ];
  return {
    counts,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

const readBytes = 200_000;

function abandonFile(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = `${url}${demoApi}${exportScannedCheckpoints.path}?format=xlsx`;
    const request = http.get(path, { headers, agent: false }, (response) => {
      let read = 0;
      response.on('error', () => {});
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > readBytes) request.destroy();
      });
      response.on('close', resolve);
    });
    request.on('error', reject);
  });
}

function abandonRequest(url: string): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(url + demoApi + signIn.path, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': '1000' },
    });
    request.on('error', () => {});
    request.on('close', resolve);
    request.write('{"username"', () => request.destroy());
  });
}
