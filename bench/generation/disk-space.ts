// Whether the data fit on the disk: told before they are made, and watched while they are.
import fs from 'node:fs';
import type { Log } from './progress.ts';

/** Measured at 1,000,000 rounds, indexes included; without scans, a fifth of the rounds still have theirs. */
const bytesPerRound = { withScans: 5_000, withoutScans: 2_100 };
/** Sums and duties, which are as many for few rounds. */
const fixedBytes = 800_000_000;
/** What sorting lays aside while indexes are built, as a share of the data. */
const temporaryShare = 0.15;
/** Left to everything else on the disk. */
const reservedBytes = 3_000_000_000;
const lookEveryMs = 2_000;

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
};

const inGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

export interface DiskNeed {
  readonly storedBytes: number;
  readonly temporaryBytes: number;
}

export function diskNeedOf(rounds: number, hasScans: boolean): DiskNeed {
  const storedBytes = rounds * (hasScans ? bytesPerRound.withScans : bytesPerRound.withoutScans) + fixedBytes;
  return { storedBytes, temporaryBytes: Math.max(2_000_000_000, storedBytes * temporaryShare) };
}

/** Throws Error saying what is needed when there is too little. */
export function requireDiskSpace(folder: string, { storedBytes, temporaryBytes }: DiskNeed, log: Log): void {
  const free = freeBytes(folder);
  const needed = storedBytes + temporaryBytes + reservedBytes;
  const needText = `${inGb(storedBytes)} of data and ${inGb(temporaryBytes)} for a while, ${inGb(free)} free in ${folder}`;
  if (free >= needed) return log(`  needs ${needText}`);
  throw new Error(
    `Too little room: ${needText}, of which ${inGb(reservedBytes)} stay free. Make ${inGb(needed - free)} more, ask for ` +
      'fewer --rounds, add --without-scans, or name a folder on another disk with --cache.',
  );
}

/** Runs while the disk keeps what is left to others; as soon as it does not, `stop` makes the run fail. */
export async function whileDiskHasSpace<T>(
  folder: string,
  stop: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  let stopping: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (freeBytes(folder) >= reservedBytes / 2) return;
    stopping ??= stop();
    stopping.catch(() => {});
  }, lookEveryMs);
  try {
    return await run();
  } catch (cause) {
    if (stopping === undefined) throw cause;
    throw new Error(`The disk of ${folder} is nearly full: what was made of the data is taken away again`, {
      cause,
    });
  } finally {
    clearInterval(timer);
    await stopping;
  }
}
