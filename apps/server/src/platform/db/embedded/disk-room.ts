// Whether the disk of the data folder has room. PostgreSQL ends when its log finds none, and cannot start again before
// there is some: what writes is refused earlier, so that what reads goes on.
import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Room } from '../room.ts';

const megabyte = 1024 * 1024;
/** Three files of the log: what was let in before the last look still fits. */
const leastBytes = 48 * megabyte;
/** Not at the same mark, or writes would come and go with every file that others delete. */
export const enoughBytes = 2 * leastBytes;
const lookEveryMs = 500;

export interface DiskRoom extends Room {
  stop(): Promise<void>;
}

export interface DiskRoomSettings {
  readonly folder: string;
  /** Hears in a sentence when there is no room any more, and when there is some again. */
  readonly report: (sentence: string) => void;
  /** Called at the first look that finds none, which mostly leaves some for a last time. */
  readonly onFull?: () => Promise<void>;
  /** Called at each look that finds none. */
  readonly whileFull?: () => Promise<void>;
  readonly everyMs?: number;
}

/** Bytes that the database's user can still write on the disk of the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}

/** Resolves after the first look. */
export async function watchDiskRoom(settings: DiskRoomSettings): Promise<DiskRoom> {
  const {
    folder,
    report,
    onFull = async () => {},
    whileFull = async () => {},
    everyMs = lookEveryMs,
  } = settings;
  const stopping = new AbortController();
  const waiting: (() => void)[] = [];
  let hasRoom = true;
  const look = async () => {
    const hadRoom = hasRoom;
    hasRoom = (await freeBytes(folder)) >= (hadRoom ? leastBytes : enoughBytes);
    if (!hadRoom && hasRoom) report(`The disk of ${folder} has room again.`);
    if (hasRoom) return;
    if (hadRoom) report(`The disk of ${folder} is almost full: nothing is saved until there is room again.`);
    for (const tell of waiting.splice(0)) tell();
    if (hadRoom) await onFull();
    await whileFull();
  };
  const lookOn = async () => {
    while (!stopping.signal.aborted) {
      // What fails now is asked again at the next look; that the database is away others say.
      await look().catch(() => {});
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  await look();
  const looking = lookOn();
  return {
    hasRoom: () => hasRoom,
    lost: () => (hasRoom ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve()),
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}
