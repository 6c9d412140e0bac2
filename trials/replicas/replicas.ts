// Replicas behind HAProxy die, leave and fall behind, in turns, while guards write and consoles read what they wrote.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { type DatabaseHosts, startDatabaseHosts } from '../failover/database-hosts.ts';
import { startFrontProxy } from '../failover/front-host.ts';
import { type Host, makeNetwork } from '../failover/network.ts';
import { requireCluster } from '../failover/needed.ts';
import { milliseconds } from '../product/figure-texts.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { allHarms, type Harm, harmReplica } from './harms.ts';
import { readsDuring, startReaders } from './readers.ts';
import { statementsAt } from './statements.ts';

const servers = 3;
const readers = 4;
const wholeWithinMs = 180_000;
const restMs = 6_000;
const harmedMs = 8_000;

interface Harmed {
  readonly harm: Harm;
  readonly fromMs: number;
  readonly untilMs: number;
  /** That the other replica answered in the meantime. */
  readonly answeredByOther: number;
}

async function run({ seed, count, log, signal, atEnd }: TrialRun): Promise<Outcome> {
  requireCluster();
  await ensureBuild();
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-replicas-'));
  fs.chmodSync(folder, 0o777);
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const network = makeNetwork(4);
  atEnd(() => network.remove());
  const [host, ...hosts] = network.hosts;
  if (host === undefined) throw new Error('hosts were made');
  log('etcd, Patroni and PostgreSQL start on three hosts');
  const databases = startDatabaseHosts(hosts, folder);
  await databases.whole(wholeWithinMs);
  log('HAProxy and three servers start');
  const { urls } = await startFrontProxy({ host, databases, folder, servers });
  await databases.whole(wholeWithinMs);
  const faults: string[] = [];
  const readings = await startReaders({ urls, seed, readers, onFault: (fault) => void faults.push(fault) });
  const rested: (readonly [fromMs: number, untilMs: number])[] = [];
  const harmed: Harmed[] = [];
  for (let at = 0; at < count && !signal.aborted; at += 1) {
    const fromMs = performance.now();
    await sleep(restMs);
    rested.push([fromMs, performance.now()]);
    const harm = allHarms[(seed + at) % allHarms.length] ?? 'postgres killed';
    harmed.push(await harmOne(databases, harm, at, log));
    await databases.whole(wholeWithinMs);
  }
  await readings.stop();
  faults.push(
    ...harmed
      .filter(({ answeredByOther }) => answeredByOther === 0)
      .map(({ harm }) => `${harm}: the other replica answered nothing`),
  );
  const { reads, writes, answers } = readings;
  const during = (spans: readonly (readonly [number, number])[]) =>
    milliseconds(spans.flatMap(([from, until]) => readsDuring(reads, from, until)));
  return {
    faults,
    figures: [
      ['writes acknowledged', String(writes())],
      ['reads that had to hold them', String(reads.length)],
      [
        'answers heard',
        [...answers]
          .toSorted()
          .map(([what, number]) => `${what}: ${number}`)
          .join(', '),
      ],
      ['reads with both replicas', during(rested)],
      ...allHarms
        .filter((harm) => harmed.some((each) => each.harm === harm))
        .map((harm): [string, string] => {
          const of = harmed.filter((each) => each.harm === harm);
          const statements = of.reduce((sum, { answeredByOther }) => sum + answeredByOther, 0);
          const spans = of.map(({ fromMs, untilMs }) => [fromMs, untilMs] as const);
          return [`  ${harm}`, `${during(spans)}; ${statements} statements at the other replica`];
        }),
    ],
  };
}

async function harmOne(
  databases: DatabaseHosts,
  harm: Harm,
  at: number,
  log: (line: string) => void,
): Promise<Harmed> {
  const leader = await databases.whole(wholeWithinMs);
  const replicas = databases.hosts.filter((host) => host !== leader);
  const [paused, other] = at % 2 === 0 ? replicas : replicas.toReversed();
  if (paused === undefined || other === undefined) throw new Error('there are two replicas');
  log(`${paused.address}: ${harm}`);
  const count = (host: Host) => statementsAt(databases, host);
  const before = await count(other);
  const fromMs = performance.now();
  const mend = await harmReplica(databases, paused, harm);
  await sleep(harmedMs);
  const untilMs = performance.now();
  const answeredByOther = (await count(other)) - before;
  await mend();
  return { harm, fromMs, untilMs, answeredByOther };
}

export const replicas: Trial = {
  about: 'replicas behind HAProxy die, leave and fall behind while everybody must read what they wrote',
  counted: 'harms to a replica',
  defaultCount: 10,
  run,
};
