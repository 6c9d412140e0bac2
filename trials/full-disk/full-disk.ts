// The disk of the data folder fills up while phones and a console write and read, and has room again.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { listShifts } from '@watchpost/contract/shifts';
import { findRunningServer } from '../../apps/server/src/platform/db/embedded/running-server.ts';
import { Ballast, mountSmallDisk } from '../../apps/server/src/platform/db/embedded/small-disk.testing.ts';
import { builtPrograms, type Programs } from '../product/programs.ts';
import { acknowledged, answersReceived, spread } from '../product/figure-texts.ts';
import { acknowledgedAfter, newFolder, type Run, type Scene, underWrites } from '../product/under-writes.ts';
import { CannotRun, type Outcome, type Trial } from '../trial.ts';
import { type CameAndWent, enterEarly, signOutOnce, emptyTally, tryToEnter } from './coming-and-going.ts';

const diskMegabytes = 600;
const readEveryMs = 100;

interface Pace {
  readonly emptyForMs: number;
  readonly fullForMs: number;
}

export interface FullDiskRun extends Run, Pace {
  readonly count: number;
  readonly jobsWithinMs: number;
}

/** Fills the disk so often; while it is full lists are read, and whatever room comes to be is taken. */
export async function fullDisk(run: FullDiskRun, programs: Programs): Promise<Outcome> {
  const folder = newFolder('disk', run.atEnd);
  const disk = mountSmallDisk(folder, diskMegabytes);
  if (typeof disk === 'string') throw new CannotRun(disk);
  run.atEnd(disk.unmount);
  const writingMs: number[] = [];
  const reads: string[] = [];
  const wrong: string[] = [];
  const people = emptyTally();
  let checkpoints = 0;
  const { faults, ledger } = await underWrites(
    run,
    { programs, folder, jobsWithinMs: run.jobsWithinMs },
    async (scene) => {
      const ballast = new Ballast(folder);
      const database = scene.product.databasePid();
      for (let at = 0; at < run.count && !run.signal.aborted; at += 1) {
        await sleep(run.emptyForMs);
        const { statuses, refused, hasEnded } = await stayFull(scene, ballast, run, people);
        reads.push(...statuses);
        checkpoints += hasEnded ? 1 : 0;
        if (refused === 0) wrong.push('no write was refused: the disk was not full');
        ballast.remove();
        const spaceAt = performance.now();
        const tookMs = (await acknowledgedAfter(scene.ledger, spaceAt)) - spaceAt;
        writingMs.push(tookMs);
        run.log(
          `${at + 1}: full, ${refused} writes refused; one acknowledged ${Math.round(tookMs)} ms after`,
        );
      }
      if (scene.product.databasePid() !== database) wrong.push('the database ended');
    },
  );
  const unread = reads.filter((status) => status !== '200');
  if (unread.length > 0) wrong.push(`${unread.length} reads failed: ${[...new Set(unread)].join(', ')}`);
  return {
    faults: [...faults, ...wrong, ...people.faults],
    figures: [
      acknowledged(ledger),
      answersReceived(ledger),
      ['lists read while the disk was full', `${reads.length}`],
      ['checkpoints that came to their end on the full disk', `${checkpoints} of ${run.count}`],
      [
        'came and went while the disk was full',
        `${people.refused} sign-ins refused, ${people.left} sign-outs that ended the session, ${people.stayed} refused`,
      ],
      ['with room again, a write acknowledged after', spread(writingMs)],
    ],
  };
}

async function stayFull(
  scene: Scene,
  ballast: Ballast,
  { fullForMs }: Pace,
  people: CameAndWent,
): Promise<{ readonly statuses: readonly string[]; readonly refused: number; readonly hasEnded: boolean }> {
  const refusals = () => scene.ledger.answers.get('503') ?? 0;
  const before = refusals();
  const statuses: string[] = [];
  const { url } = scene.product;
  const sessions = [...(await enterEarly(url))];
  const betweenPeopleMs = fullForMs / (sessions.length + 1);
  const hasEnded = await fillUnderCheckpoint(scene, ballast);
  let nextMs = Date.now() + betweenPeopleMs;
  for (const endMs = Date.now() + fullForMs; Date.now() < endMs; await sleep(readEveryMs)) {
    ballast.fill();
    statuses.push(...(await readLists(scene)));
    if (Date.now() < nextMs) continue;
    nextMs += betweenPeopleMs;
    await tryToEnter(url, people);
    const session = sessions.pop();
    if (session !== undefined) await signOutOnce(url, session, people);
  }
  return { statuses, refused: refusals() - before, hasEnded };
}

/**
 * The database has one by itself every ten minutes. Whether it came to its end: on a disk that is full at one blow it may
 * lack room for a page of what it keeps of transactions, and is tried again by itself.
 */
async function fillUnderCheckpoint({ product }: Scene, ballast: Ballast): Promise<boolean> {
  const connection = await findRunningServer(product.dataDir);
  if (connection === null) throw new Error('the database does not run');
  const client = new pg.Client(connection);
  await client.connect();
  try {
    ballast.fill();
    await client.query('CHECKPOINT');
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === 'checkpoint request failed') return false;
    throw error;
  } finally {
    await client.end();
  }
}

async function readLists({ product, headers }: Scene): Promise<string[]> {
  return Promise.all(
    [listShifts, listScannedCheckpoints].map(async ({ path: list }) => {
      const reply = await fetch(`${product.url}/api/demo${list}`, { headers }).catch(() => null);
      await reply?.arrayBuffer();
      return String(reply?.status ?? 'no answer');
    }),
  );
}

export const fullDiskTrial: Trial = {
  about: 'the disk of the data folder fills up to the last byte under writes and reads, and has room again',
  counted: 'times full',
  defaultCount: 5,
  run: async (run) =>
    fullDisk({ ...run, emptyForMs: 5_000, fullForMs: 30_000, jobsWithinMs: 120_000 }, await builtPrograms()),
};
