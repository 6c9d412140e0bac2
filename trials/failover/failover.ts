// The database's leader dies again and again while phones and a console write.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type DatabaseHosts, startDatabaseHosts } from './database-hosts.ts';
import { type FrontProxy, startFrontProxy } from './front-host.ts';
import { compareWrites } from '../writes/compare.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { startLoad } from './load.ts';
import { readStored } from '../writes/stored.ts';
import { logsFolder } from './layout.ts';
import { requireCluster } from './needed.ts';
import { type Host, makeNetwork } from './network.ts';
import { followStreams, type Streams } from './streams.ts';

const phones = 6;
const servers = 3;
const wholeWithinMs = 180_000;
const jobsWithinMs = 180_000;

type Harm = 'postgres killed' | 'postgres and patroni killed' | 'network cut';
const harms: readonly Harm[] = ['postgres and patroni killed', 'network cut', 'postgres killed'];

interface Failure {
  readonly harm: Harm;
  /** From the harm to the first write acknowledged by another leader. */
  readonly recoveredMs: number;
  /** Until all hosts took part again. */
  readonly wholeMs: number;
}

async function run({ seed, count, log, signal, atEnd }: TrialRun): Promise<Outcome> {
  requireCluster();
  await ensureBuild();
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-failover-'));
  fs.chmodSync(folder, 0o777);
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  atEnd(() => copyLogs(folder));
  const network = makeNetwork(4);
  atEnd(() => network.remove());
  const [frontHost, ...hosts] = network.hosts;
  if (frontHost === undefined) throw new Error('hosts were made');
  log('etcd, Patroni and PostgreSQL start on three hosts');
  const databases = startDatabaseHosts(hosts, folder);
  await databases.whole(wholeWithinMs);
  log('HAProxy and three servers start');
  const beganMs = Date.now();
  const served = await startFrontProxy({ host: frontHost, databases, folder, servers });
  const ledger = newLedger();
  const onFailure = (error: unknown) => ledger.faults.push(`a client failed: ${String(error)}`);
  const load = await startLoad({ urls: served.urls, ledger, seed, phones, onFailure });
  const streams = followStreams(served.urls, load.headers, (fault) => void ledger.faults.push(fault));
  atEnd(() => streams.close());
  const failures: Failure[] = [];
  for (let at = 0; at < count && !signal.aborted; at += 1) {
    await sleep(4_000);
    failures.push(
      await harmLeader(databases, ledger, harms[(seed + at) % harms.length] ?? 'network cut', log),
    );
    await streams.receiveAlarm(load.raiseAlarm);
  }
  await load.stop();
  const leader = await databases.whole(wholeWithinMs);
  const faults = await compare({ databases, leader, served, ledger, beganMs, log });
  return { faults: [...ledger.faults, ...faults], figures: figuresOf(ledger, failures, streams) };
}

async function harmLeader(
  databases: DatabaseHosts,
  ledger: Ledger,
  harm: Harm,
  log: (line: string) => void,
): Promise<Failure> {
  const leader = await databases.whole(wholeWithinMs);
  log(`${leader.address} leads: ${harm}`);
  const at = performance.now();
  if (harm === 'network cut') leader.disconnect();
  else
    leader.kill(
      (command) => /postgres/.test(command) || (harm !== 'postgres killed' && /patroni/.test(command)),
    );
  const recoveredAt = await acknowledgedByAnother(databases, leader, ledger);
  if (harm === 'network cut') leader.join();
  if (harm === 'postgres and patroni killed') databases.revive(leader);
  const successor = await databases.whole(wholeWithinMs);
  const failure = { harm, recoveredMs: recoveredAt - at, wholeMs: performance.now() - at };
  log(
    `${successor.address} leads; ${seconds(failure.recoveredMs)} without a write, whole after ${seconds(failure.wholeMs)}`,
  );
  return failure;
}

/** When the first write came through after another host had taken over. */
async function acknowledgedByAnother(
  databases: DatabaseHosts,
  former: Host,
  ledger: Ledger,
): Promise<number> {
  const untilMs = Date.now() + wholeWithinMs;
  let ledAt: number | null = null;
  while (Date.now() < untilMs) {
    const leader = await databases.leader();
    if (ledAt === null && leader !== null && leader !== former) ledAt = performance.now();
    const answeredAt = performance.now();
    if (ledAt !== null) {
      await sleep(20);
      if (ledger.lastAckAt > answeredAt) return ledger.lastAckAt;
    }
    await sleep(20);
  }
  throw new Error('No write came through after another host had taken over');
}

/** Of the last run: what tells why it failed. */
function copyLogs(folder: string): void {
  fs.rmSync(logsFolder, { recursive: true, force: true });
  fs.mkdirSync(logsFolder, { recursive: true });
  for (const name of fs.readdirSync(folder).filter((file) => file.endsWith('.log'))) {
    fs.copyFileSync(path.join(folder, name), path.join(logsFolder, name));
  }
}

const connectionOf = ({ superuserPassword }: DatabaseHosts, { address }: Host) => ({
  host: address,
  user: 'postgres',
  password: superuserPassword,
});

/** A job that was in hand when its server lost the database is freed within two minutes. */
async function jobsLeft(connection: ReturnType<typeof connectionOf>): Promise<readonly string[]> {
  for (const untilMs = Date.now() + jobsWithinMs; ; await sleep(5_000)) {
    const { jobsLate } = await readStored(connection, Date.now());
    if (jobsLate.length === 0 || Date.now() > untilMs) return jobsLate;
  }
}

interface Compared {
  readonly databases: DatabaseHosts;
  readonly leader: Host;
  readonly served: FrontProxy;
  readonly ledger: Ledger;
  readonly beganMs: number;
  readonly log: (line: string) => void;
}

/** Looks for each acknowledged write on every host. */
async function compare({ databases, leader, served, ledger, beganMs, log }: Compared): Promise<string[]> {
  log('every acknowledged write is looked for');
  // The replicas' last steps.
  await sleep(5_000);
  const faults: string[] = [];
  for (const host of [leader, ...databases.hosts.filter((other) => other !== leader)]) {
    const stored = await readStored(connectionOf(databases, host), beganMs);
    faults.push(...compareWrites(ledger, stored).map((fault) => `${host.address}: ${fault}`));
  }
  const late = await jobsLeft(connectionOf(databases, leader));
  faults.push(...late.map((jobs) => `jobs are late: ${jobs}`));
  const differing = await served.verify();
  if (differing !== null) faults.push(`verify: ${differing}`);
  return faults;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return `median ${seconds(middle)}, most ${seconds(sorted.at(-1) ?? Number.NaN)} (${sorted.length} times)`;
}

function figuresOf(ledger: Ledger, failures: readonly Failure[], streams: Streams): Outcome['figures'] {
  const { scans, events, records, answers: heard } = ledger;
  const kinds = harms.filter((harm) => failures.some((failure) => failure.harm === harm));
  const answers = [...heard].toSorted().map(([what, number]) => `${what}: ${number}`);
  return [
    ['acknowledged', `${scans.size} scans, ${events.size} other events of phones, ${records.size} records`],
    ['answers heard', answers.join(', ')],
    [
      'alarms heard at every server',
      `${streams.answers().times}, within ${seconds(streams.answers().longestMs)}`,
    ],
    ['writes again after', spread(failures.map(({ recoveredMs }) => recoveredMs))],
    ...kinds.map((kind): [string, string] => [
      `  ${kind}`,
      spread(failures.filter(({ harm }) => harm === kind).map(({ recoveredMs }) => recoveredMs)),
    ]),
    ['all hosts again after', spread(failures.map(({ wholeMs }) => wholeMs))],
  ];
}

export const failover: Trial = {
  about: 'PostgreSQL on three hosts loses its leader again and again while phones and a console write',
  counted: 'losses of the leader',
  defaultCount: 6,
  run,
};
