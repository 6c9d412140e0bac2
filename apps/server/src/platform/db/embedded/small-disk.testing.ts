// A disk that can be filled to the last byte. Linux lets root mount one.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const blockSizes = [1_048_576, 4_096] as const;

export interface SmallDisk {
  resize(megabytes: number): void;
  unmount(): void;
}

/** Mounts it at the folder; in words why not where this machine does not let it. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | string {
  const size = (number: number) => `size=${number}m`;
  const options = `${size(megabytes)},mode=755`;
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' });
  if (mount.status !== 0) {
    return `To mount a small disk (tmpfs) takes Linux, and root. ${mount.stderr ?? String(mount.error)}`;
  }
  return {
    resize: (number) => void spawnSync('mount', ['-o', `remount,${size(number)}`, folder]),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  };
}

/** Somebody else's file on the same disk. */
export class Ballast {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = path.join(folder, 'ballast');
  }

  /** Until no more than so many bytes are left, whatever became free since; until nothing more fits unless said. */
  fill(leftBytes = 0): void {
    const { bavail, bsize } = fs.statfsSync(path.dirname(this.#file));
    if (leftBytes > 0) return this.#add(bavail * bsize - leftBytes);
    const ballast = fs.openSync(this.#file, 'a');
    try {
      for (const size of blockSizes) {
        const block = Buffer.alloc(size, 1);
        while (isWritten(ballast, block));
      }
    } finally {
      fs.closeSync(ballast);
    }
  }

  #add(bytes: number): void {
    const block = Buffer.alloc(blockSizes[0], 1);
    for (let added = 0; added < bytes; added += block.length) fs.appendFileSync(this.#file, block);
  }

  remove(): void {
    fs.rmSync(this.#file, { force: true });
  }
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return fs.writeSync(file, block) === block.length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
