import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { cleanUp, isRoot, newFolder, query, start, startOtherOwner } from './embedded-postgres.testing.ts';
import { isRunning } from './operating-system-process.ts';
import { findServerUser } from './server-user.ts';

afterEach(cleanUp);

describe('an ordinary life', () => {
  test('an empty folder becomes a checksummed UTF-8 database without TCP, and keeps its rows over a restart', async () => {
    const dataDir = path.join(newFolder(), 'deep', 'data');
    const first = await start({ dataDir });
    const settings = await query(
      first,
      `select current_setting('data_checksums') checksums, current_setting('listen_addresses') tcp,
              current_setting('server_encoding') encoding, current_setting('fsync') fsync, lower('ÄÉ') lowered`,
    );
    expect(settings).toEqual([{ checksums: 'on', tcp: '', encoding: 'UTF8', fsync: 'on', lowered: 'äé' }]);
    await query(first, 'create table kept as select 7 as number');
    const { pid } = first;
    await first.stop();
    await first.stop();
    expect(isRunning(pid)).toBe(false);

    const second = await start({ dataDir, settings: { work_mem: '7MB' } });
    expect(second.wasReused).toBe(false);
    expect(await query(second, `select number, current_setting('work_mem') mem from kept`)).toEqual([
      { number: 7, mem: '7MB' },
    ]);
  });

  test('a second owner is refused with the pid of the first, in this process and in another', async () => {
    const dataDir = path.join(newFolder(), 'data');
    await start({ dataDir });
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/in use.*this process/);
    const other = await startOtherOwner(dataDir);
    expect(other.line).toEqual({ error: expect.stringContaining(`another process (pid ${process.pid})`) });
  });

  test('a data folder with a path too long for a socket works', async () => {
    const dataDir = path.join(newFolder(), 'a-rather-long-folder-name'.repeat(4), 'data');
    const database = await start({ dataDir });
    expect(database.connection.host.length).toBeLessThan(80);
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect(fs.existsSync(database.connection.host)).toBe(false);
  });

  test('what a cut-short initdb left is removed and the database created whole', async () => {
    const dataDir = path.join(newFolder(), 'data');
    const leftover = path.join(dataDir, 'cluster.new-0badcafe');
    fs.mkdirSync(leftover, { recursive: true });
    fs.writeFileSync(path.join(leftover, 'PG_VERSION'), '18\n');
    const database = await start({ dataDir });
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(fs.existsSync(leftover)).toBe(false);
  });

  test('a folder of another major version is left alone, with a word on what to do', async () => {
    const dataDir = path.join(newFolder(), 'data');
    const cluster = path.join(dataDir, 'cluster');
    fs.mkdirSync(cluster, { recursive: true });
    fs.writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n');
    if (isRoot) {
      const { uid, gid } = findServerUser();
      fs.chownSync(cluster, uid, gid);
    }
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /made by PostgreSQL 17.*Restore a backup/,
    );
    expect(fs.readdirSync(cluster)).toEqual(['PG_VERSION']);
  });
});

describe('a data folder that cannot be', () => {
  const file = import.meta.filename;
  const folders: [string, string, RegExp][] = [
    ['below a file', path.join(file, 'x'), /^DATA_DIR=.*a part of the path is a file; choose a folder/],
    ['that is a file', file, /^DATA_DIR=.*there is a file of that name; choose a folder/],
    [
      'of too long a name',
      path.join('/tmp', 'x'.repeat(300)),
      /^DATA_DIR=.*path is too long; choose a shorter/,
    ],
    [
      'of too long a path',
      path.join('/tmp', 'x/'.repeat(500)),
      /^DATA_DIR: .*too long for a database\. Choose/,
    ],
  ];
  // Node's own way to make folders with their parents never comes back from there.
  if (process.platform === 'linux')
    folders.push(['below /proc', '/proc/x/y', /^DATA_DIR=\/proc\/x\/y: nothing can be made there; choose/]);

  test.each(folders)('%s is reported by its setting', async (_, dataDir, words) => {
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      expect.objectContaining({ name: 'EmbeddedPostgresError', message: expect.stringMatching(words) }),
    );
  });
});
