// The disk of the data folder fills up while phones and consoles write and read, and has room again.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { listShifts } from '@watchpost/contract/shifts';
import { builtPrograms, type Programs } from '../product/programs.ts';
import { acknowledged, answersHeard, spread } from '../product/said.ts';
import { acknowledgedAfter, newFolder, type Run, type Scene, underWrites } from '../product/under-writes.ts';
import { CannotRun, type Outcome, type Trial } from '../trial.ts';

const diskMegabytes = 300;
const fullForMs = 20_000;
const readEveryMs = 100;

async function fullDisk(run: Run & { readonly count: number }, programs: Programs): Promise<Outcome> {
  const folder = newFolder('disk', run.atEnd);
  mountSmall(folder);
  run.atEnd(() => void execFileSync('umount', ['-l', folder]));
  const writingMs: number[] = [];
  let reads = 0;
  const unread: string[] = [];
  const { faults, ledger } = await underWrites(run, { programs, folder }, async (scene) => {
    for (let at = 0; at < run.count && !run.signal.aborted; at += 1) {
      await sleep(5_000);
      const ballast = fill(folder);
      const refusedBefore = scene.ledger.heard.get('503') ?? 0;
      for (const endMs = Date.now() + fullForMs; Date.now() < endMs; await sleep(readEveryMs)) {
        const statuses = await readLists(scene);
        reads += statuses.length;
        unread.push(...statuses.filter((status) => status !== '200'));
      }
      if ((scene.ledger.heard.get('503') ?? 0) === refusedBefore)
        unread.push('no write was refused: the disk was not full');
      fs.rmSync(ballast);
      const roomAt = performance.now();
      writingMs.push((await acknowledgedAfter(scene.ledger, roomAt)) - roomAt);
      run.log(
        `${at + 1}: full for ${fullForMs / 1_000} s, a write after ${Math.round(writingMs.at(-1) ?? 0)} ms with room`,
      );
    }
  });
  const failed =
    unread.length > 0 ? [`${unread.length} reads failed: ${[...new Set(unread)].join(', ')}`] : [];
  return {
    faults: [...faults, ...failed],
    figures: [
      acknowledged(ledger),
      answersHeard(ledger),
      ['lists read while the disk was full', `${reads}`],
      ['with room again, a write acknowledged after', spread(writingMs)],
    ],
  };
}

function mountSmall(folder: string): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch (error) {
    throw new CannotRun(`This trial mounts a small disk: it needs Linux and root. ${String(error)}`);
  }
}

/** To the last byte; returns the file to remove. */
function fill(folder: string): string {
  const file = path.join(folder, 'ballast');
  const ballast = fs.openSync(file, 'w');
  try {
    for (const size of [1_048_576, 4_096]) {
      const block = Buffer.alloc(size, 1);
      while (isWritten(ballast, block));
    }
  } finally {
    fs.closeSync(ballast);
  }
  return file;
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return fs.writeSync(file, block) === block.length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
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
  about: 'the disk of the data folder fills up under writes and reads, and has room again',
  counted: 'times full',
  defaultCount: 3,
  run: async (run) => fullDisk(run, await builtPrograms()),
};
