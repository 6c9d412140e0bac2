// Guards who write at one server, and consoles that ask another one at once for what was acknowledged.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FieldEvent, fieldSignIn, getFieldPlan, sendFieldEvent } from '@watchpost/contract/field';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { signIn } from '@watchpost/contract/session';
import { demoEmails, demoPassword } from '../../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { type Asked, newLedger, record } from '../failover/ledger.ts';
import { employeeIdOf } from '../product/company.ts';

interface Read {
  /** When it was asked, as performance.now(). */
  readonly atMs: number;
  readonly tookMs: number;
}

export interface Readings {
  readonly reads: readonly Read[];
  /** Acknowledged. */
  readonly writes: () => number;
  readonly answers: ReadonlyMap<string, number>;
  /** Resolves when what is under way has been answered. */
  stop(): Promise<void>;
}

export const readsDuring = (reads: readonly Read[], fromMs: number, untilMs: number): number[] =>
  reads.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs).map(({ tookMs }) => tookMs);

interface ReadersSettings {
  readonly urls: readonly string[];
  readonly seed: number;
  readonly readers: number;
  readonly onFault: (fault: string) => void;
}

export async function startReaders(settings: ReadersSettings): Promise<Readings> {
  const { urls, seed, readers, onFault } = settings;
  const stopping = new AbortController();
  const ledger = newLedger();
  const reads: Read[] = [];
  let index = 0;
  const nextUrl = () => urls[(index += 1) % urls.length] ?? '';
  /** Again and again until it is answered. */
  const ask = async (asked: Asked): Promise<unknown> => {
    for (;;) {
      const { body, waitMs } = await record(ledger, nextUrl(), asked);
      if (body !== null) return body;
      await sleep(waitMs);
    }
  };
  const entry = { username: demoEmails.superAdmin, password: demoPassword, wantsToken: true };
  const { accessToken } = signIn.reply.parse(await ask({ endpoint: signIn, headers: {}, body: entry }));
  const headers = { authorization: `Bearer ${accessToken}` };
  /** The number of rounds by a filter; a read has one try. */
  const count = async (filter: string): Promise<number | null> => {
    const endpoint = { method: 'GET', path: `${listScannedCheckpoints.path}?limit=10${filter}` };
    const atMs = performance.now();
    const { body } = await record(ledger, nextUrl(), { endpoint, headers });
    reads.push({ atMs, tookMs: performance.now() - atMs });
    if (body === null) onFault(`a read was not answered: ${filter || 'all rounds'}`);
    return body === null ? null : listScannedCheckpoints.reply.parse(body).count;
  };
  const before = (await count('')) ?? 0;
  let written = before;
  let endings = 0;
  const follow = async (number: number) => {
    const guard = await signInGuard(ask, number);
    const random = new Random('replicas', seed, number, Date.now());
    const own = `&guard=${guard.id}`;
    let rounds = (await count(own)) ?? 0;
    let ended = (await count(`${own}&status=ended`)) ?? 0;
    const send = (event: FieldEvent) =>
      ask({ endpoint: sendFieldEvent, headers: guard.headers, body: { sentAtMs: Date.now(), event } });
    while (!stopping.signal.aborted) {
      const roundId = random.uuidV7(Date.now());
      const { routeVersionId } = random.pick(guard.routes);
      await send({ kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs: Date.now() });
      rounds += 1;
      written += 1;
      const all = written;
      const [ownSeen, allSeen] = await Promise.all([count(own), count('')]);
      if (ownSeen !== null && ownSeen !== rounds)
        onFault(`a guard's rounds: ${ownSeen} in place of ${rounds}`);
      if (allSeen !== null && allSeen < all) onFault(`all rounds: ${allSeen}, of ${all} acknowledged`);
      await send({ kind: 'roundEnded', id: random.uuidV7(Date.now()), roundId, deviceAtMs: Date.now() });
      ended += 1;
      endings += 1;
      const endedSeen = await count(`${own}&status=ended`);
      // Older ones are ended by the clock.
      if (endedSeen !== null && endedSeen < ended) onFault(`ended: ${endedSeen}, of ${ended} acknowledged`);
    }
  };
  const running = Array.from({ length: readers }, (_, at) => follow(at + 1));
  for (const each of running) each.catch((error: unknown) => onFault(`a client failed: ${String(error)}`));
  return {
    reads,
    writes: () => written - before + endings,
    answers: ledger.answers,
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(running);
      ledger.faults.forEach(onFault);
    },
  };
}

async function signInGuard(ask: (asked: Asked) => Promise<unknown>, number: number) {
  const body = { employeeId: employeeIdOf(number), secret: demoPassword, deviceId: randomUUID() };
  const reply = fieldSignIn.reply.parse(await ask({ endpoint: fieldSignIn, headers: {}, body }));
  const headers = { authorization: `Bearer ${reply.accessToken}` };
  const { routes } = getFieldPlan.reply.parse(await ask({ endpoint: getFieldPlan, headers }));
  return { id: reply.guard.id, headers, routes };
}
