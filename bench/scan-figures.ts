// Taking scans in: one at a time against a bare insert, and in batches.
import { randomBytes } from 'node:crypto';
import { Random } from '../apps/server/src/demo/patrol-model/random.ts';
import type { ChildServer } from './child-server.ts';
import { readIssuedCodes } from './issued-codes.ts';
import { compared, described, speeds } from './list-figures.ts';
import { connections, interleave, type Target } from './load.ts';
import { atLeast, brief, type Figure, times } from './report.ts';
import type { Setting } from './setting.ts';
import { median, medianRatio } from './statistics.ts';
import { Walker } from './walks.ts';
import { countWrittenScans, settled } from './written-rows.ts';

const batchScans = 100;
/** For how many scans a second and device rounds are started ahead; beyond it rounds are scanned once more. */
const singlesAhead = 400;
const batchedAhead = 4_000;

export async function measureScan(setting: Setting): Promise<Figure[]> {
  const { product, options } = setting;
  const walkers = await signInWalkers(setting);
  const before = await countWrittenScans(setting.server);
  const targets: Target[] = [
    singleScans(product, setting.server.postgres.pid, walkers, options.seconds),
    floorTarget(setting),
  ];
  const [ours = [], theirs = []] = await interleave(targets, options.passes, options.seconds);
  const answered = ours.reduce((sum, pass) => sum + pass.latenciesMs.length, 0);
  await requireStored(setting, before, answered);
  const { ratio, text } = compared(ours, theirs);
  return [
    {
      what: 'one durable scan, counters included',
      product: described(ours),
      floor: described(theirs),
      measured: text,
      ...atLeast(ratio, 0.35, ' x the floor'),
    },
  ];
}

export async function measureBatch(setting: Setting): Promise<Figure[]> {
  const { product, options } = setting;
  // Else the row would bear the sealing of what was measured before it.
  await settled(setting.server);
  const walkers = await signInWalkers(setting);
  const before = await countWrittenScans(setting.server);
  const target: Target = {
    pid: product.pid,
    databasePid: setting.server.postgres.pid,
    url: product.url,
    prepare: () => startRounds(walkers, batchedAhead * options.seconds),
    next: (connection) => walkers[connection]?.nextBatch(batchScans) ?? {},
  };
  const [passes = [], theirs = []] = await interleave(
    [target, floorTarget(setting)],
    options.passes,
    options.seconds,
  );
  const answered = passes.reduce((sum, pass) => sum + pass.latenciesMs.length, 0);
  await requireStored(setting, before, answered * batchScans);
  const cpuMs = median(passes.map((pass) => pass.cpuMsPerRequest));
  const scansPerSecond = speeds(passes).map((batches) => batches * batchScans);
  const ratio = medianRatio(scansPerSecond, speeds(theirs));
  return [
    {
      what: `scans in batches of ${batchScans}`,
      product: `${described(passes)} a batch, ${brief(cpuMs)} ms of processor of the server`,
      floor: described(theirs),
      measured: `${times(ratio)}: ${brief(median(scansPerSecond))} scans/s`,
      ...atLeast(ratio, 3, " x the floor's single scans"),
    },
  ];
}

/** A device a connection, each of which scans one checkpoint after another for so many seconds. */
export function singleScans(
  product: ChildServer,
  databasePid: number,
  walkers: readonly Walker[],
  seconds: number,
): Target {
  return {
    pid: product.pid,
    databasePid,
    url: product.url,
    prepare: () => startRounds(walkers, singlesAhead * seconds),
    next: (connection) => walkers[connection]?.nextScan() ?? {},
  };
}

async function signInWalkers({ product, server, tenant }: Setting): Promise<Walker[]> {
  return walkersOf(product, await readIssuedCodes(server, tenant.id));
}

export async function walkersOf(product: ChildServer, codes: ReadonlyMap<string, string>): Promise<Walker[]> {
  return Promise.all(
    Array.from({ length: connections }, (_, index) => Walker.signIn(product, index + 1, codes)),
  );
}

async function startRounds(walkers: readonly Walker[], checkpointsEach: number): Promise<void> {
  await Promise.all(walkers.map((walker) => walker.startRounds(checkpointsEach)));
}

/** Answered means stored; a server that answers faster by storing less is no faster. */
async function requireStored(setting: Setting, before: number, answered: number): Promise<void> {
  const stored = (await countWrittenScans(setting.server)) - before;
  if (stored < answered) throw new Error(`${answered} scans were acknowledged, ${stored} are stored`);
}

/** Bare inserts of one scan each. */
function floorTarget(setting: Setting): Target {
  const { floor, server } = setting;
  return { pid: floor.pid, databasePid: server.postgres.pid, url: floor.url, next: floorScans(setting) };
}

function floorScans({ tenant }: Setting): Target['next'] {
  const random = new Random('floor', Date.now());
  const id = () => random.uuidV7(Date.now());
  return () => {
    const now = Date.now();
    const ids = [tenant.id, id(), id(), id(), id(), id()];
    const position = [18.52, 73.85, 8, 3];
    const values = [...ids, now, now, ...position, 0, 'qr', [], randomBytes(32).toString('hex')];
    return { method: 'POST', path: '/scan', body: JSON.stringify(values) };
  };
}
