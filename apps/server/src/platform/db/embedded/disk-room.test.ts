// A disk that fills up and has room again, and the database on it.
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, type TestContext, test, vi } from 'vitest';
import { openOwner } from '../database.ts';
import { watchDiskRoom } from './disk-room.ts';
import { cleanUp, newFolder, start } from './embedded-postgres.testing.ts';
import { recycleLog, reserveLog, writeWhileRoom } from './log-room.ts';
import { Ballast, mountSmallDisk } from './small-disk.testing.ts';

const undoings: (() => unknown)[] = [];

afterEach(async () => {
  for (let undo = undoings.pop(); undo !== undefined; undo = undoings.pop()) await undo();
});

/** Skips the test where none can be had. */
function smallDisk(context: TestContext, megabytes: number): string {
  const folder = newFolder();
  const disk = mountSmallDisk(folder, megabytes);
  if (typeof disk === 'string') context.skip(disk);
  else undoings.push(cleanUp, disk.unmount);
  return folder;
}

test('the server logs once when the disk fills up and once when it has free space again', async (context) => {
  const folder = smallDisk(context, 128);
  const told: string[] = [];
  const report = (sentence: string) => void told.push(sentence);
  const room = await watchDiskRoom({ folder, report, everyMs: 5 });
  undoings.push(room.stop);
  expect(room.hasRoom()).toBe(true);
  const ballast = new Ballast(folder);
  ballast.fill();
  await room.lost();
  expect(room.hasRoom()).toBe(false);
  ballast.remove();
  await vi.waitFor(() => expect(room.hasRoom()).toBe(true), 60_000);
  expect(told).toEqual([expect.stringContaining('almost full'), expect.stringContaining('room again')]);
});

test('the database goes on writing its log on a disk without a free byte', async (context) => {
  const folder = smallDisk(context, 300);
  const server = await start({ dataDir: path.join(folder, 'data') });
  const owner = openOwner(server.connection);
  undoings.push(owner.close);
  await reserveLog(owner.db, folder);
  const { pid } = server;
  new Ballast(folder).fill();
  // Six times what is in reserve, in steps that leave it time to be used again.
  for (let megabytes = 0; megabytes < 480; megabytes += 8) {
    await sql`SELECT pg_logical_emit_message(false, 'test', repeat('x', 8 << 20))`.execute(owner.db);
    await recycleLog(owner.db);
  }
  expect(server.pid).toBe(pid);
});

test('what a checkpoint has to write again is written before the disk is full to the last byte', async (context) => {
  const folder = smallDisk(context, 300);
  const server = await start({ dataDir: path.join(folder, 'data') });
  const owner = openOwner(server.connection);
  undoings.push(owner.close);
  await reserveLog(owner.db, folder);
  // More transactions than a page of them holds.
  await sql`CREATE TABLE numbers (n int)`.execute(owner.db);
  await sql`DO $$ BEGIN FOR n IN 1..5000 LOOP
    BEGIN INSERT INTO numbers VALUES (n); EXCEPTION WHEN division_by_zero THEN NULL; END;
  END LOOP; END $$`.execute(owner.db);
  let isWritten = false;
  const onFull = async () => {
    await writeWhileRoom(owner.db);
    isWritten = true;
  };
  const room = await watchDiskRoom({ folder, report: () => {}, everyMs: 5, onFull });
  undoings.push(room.stop);
  const ballast = new Ballast(folder);
  ballast.fill(16 * 1024 * 1024);
  await vi.waitFor(() => expect(isWritten).toBe(true), 60_000);
  ballast.fill();
  await sql`CHECKPOINT`.execute(owner.db);
});
