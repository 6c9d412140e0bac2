// A backup that was made in the middle of the work is an installation as it was at one moment; one that is not as it was
// written is refused before anything is changed.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { diskFiles } from '../../platform/adapters/files/disk-files.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { type Db, openDatabase, openOwner, ownerPoolOf, serveAs } from '../../platform/db/database.ts';
import { migrationNames } from '../../platform/db/migrate.ts';
import { formerDatabase } from '../../platform/db/upgrades/former-database.testing.ts';
import { secrets } from '../../patrol/evidence/sealed-world.testing.ts';
import { verifyAll } from '../verification/verification.service.ts';
import { anyone, buildTestApp, testApp, type TestApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/factories.ts';
import { slowLineTo } from '../../testing/slow-line.ts';
import { testFiles } from '../../testing/test-files.ts';
import { BackupError, FrameWriter, framesOf } from './backup-file.ts';
import { emptyDatabase, makeWorld, newFolder, type World } from './backup.testing.ts';
import { checkBackup } from './check-backup.ts';
import { makeBackup, reading } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const passphrase = 'twenty characters or more';
let server: TestApp;
let world: World;
let folder: string;

const filesOf = async (store: FileStore) => {
  const keys = [];
  for await (const key of store.list()) keys.push(key);
  return keys.toSorted();
};

const back = (to: string, key: string | null, secret: string | null = null) =>
  makeBackup({ pool: ownerPoolOf(server.owner), files: testFiles(), secret }, to, key);

const check = (file: string, key: string | null) =>
  reading(file, (handle) => checkBackup(framesOf(handle, key)));

beforeAll(async () => {
  server = await testApp();
  world = await makeWorld(server);
  folder = newFolder();
  for (let round = 0; round < 5; round += 1) await world.sendRound();
});

describe('a backup made while rounds come in', () => {
  it('restores to one moment: whole rounds, equal counters, every one acknowledged before it began', async () => {
    const before = new Set([await world.sendRound(), await world.sendRound()]);
    let isOver = false;
    const sending = (async () => {
      while (!isOver) await world.sendRound();
    })();
    const file = path.join(folder, 'loaded.backup');
    const made = await back(file, passphrase, 'secret of the installation');
    await world.sendRound();
    isOver = true;
    await sending;
    expect(made).toMatchObject({ hasSecret: true, missingFiles: [] });
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);

    const restored = await emptyDatabase();
    const files = diskFiles(path.join(folder, 'files'));
    let secret = '';
    await reading(file, (handle) =>
      restoreBackup(framesOf(handle, passphrase), {
        owner: restored.owner,
        files,
        saveSecret: async (text) => void (secret = text),
      }),
    );
    expect(secret).toBe('secret of the installation');
    expect(await filesOf(files)).toEqual(await filesOf(testFiles()));
    const verdicts = [];
    for await (const verdict of verifyAll(restored.owner, {
      secrets: [serverSecret('for tests only')],
      anchors: [],
    }))
      verdicts.push(verdict);
    expect(verdicts.flatMap(({ differences }) => differences)).toEqual([]);
    const rounds = await restored.owner.selectFrom('rounds').select(['id', 'scanned_check_points']).execute();
    expect(rounds.filter(({ id }) => before.has(id))).toHaveLength(2);
    expect(rounds.filter((round) => round.scanned_check_points !== 2)).toEqual([]);
    const all = await server.owner.selectFrom('rounds').select('id').execute();
    expect(rounds.length).toBeLessThan(all.length);
    const jobs = await restored.owner.executeQuery<{ task: string; payload: unknown }>(
      CompiledQuery.raw(
        `SELECT t.identifier AS task, j.payload FROM graphile_worker._private_jobs AS j
        JOIN graphile_worker._private_tasks AS t ON t.id = j.task_id`,
      ),
    );
    expect(jobs.rows).toHaveLength(made.jobs);
    expect(jobs.rows).toContainEqual({ task: 'backed-up', payload: { tenantId: world.tenant.id } });

    const database = openDatabase({
      connection: await serveAs(restored.owner, restored.connection),
      poolSize: 3,
      onError: () => {},
    });
    const app = await buildTestApp(database, { files });
    const body = { username: world.admin.email, password: testPassword };
    const reply = await anyone(app, world.tenant)('POST', '/user-signin', { body });
    expect(reply.json().user.firstName).toBe("Tab\there, \\ 'quoted' \n line");
    await app.close();
    await database.close();
  });

  it('tells of a file that a record names and the store does not have', async () => {
    const key = (await filesOf(testFiles())).find((one) => one.endsWith('/main')) ?? '';
    const bytes = (await testFiles().get(key)) ?? Buffer.of();
    await testFiles().delete(key);
    const made = await back(path.join(folder, 'lacking.backup'), null);
    await testFiles().put(key, bytes, 'image/jpeg');
    expect(made.missingFiles).toEqual([path.posix.dirname(key)]);
  });

  it('counts its rows, however late the network says how many they were', async () => {
    const slow = openOwner(await slowLineTo(server.connection));
    const installation = { pool: ownerPoolOf(slow.db), files: testFiles(), secret: null };
    const made = await makeBackup(installation, path.join(folder, 'slow-line.backup'), null);
    await slow.close();
    expect(made.rows).toBeGreaterThan(0);
  });

  it('leaves nothing behind where it cannot be finished', async () => {
    const place = path.join(folder, 'broken');
    const files: FileStore = {
      ...testFiles(),
      get: () => Promise.reject(new Error('the disk is gone')),
    };
    const made = makeBackup(
      { pool: ownerPoolOf(server.owner), files, secret: null },
      path.join(place, 'x'),
      null,
    );
    await expect(made).rejects.toThrow('the disk is gone');
    expect(await fs.readdir(place)).toEqual([]);
  });
});

describe('a backup that is not as it was written', () => {
  const copies = { sealed: passphrase, open: null } as const;

  describe.each(Object.entries(copies))('%s', (name, key) => {
    let file: string;
    let bytes: Buffer;
    const damaged = async (change: (copy: Buffer) => Buffer) => {
      const copy = path.join(folder, `${name}-damaged`);
      await fs.writeFile(copy, change(Buffer.from(bytes)));
      return check(copy, key);
    };

    beforeAll(async () => {
      file = path.join(folder, `${name}.backup`);
      await back(file, key);
      bytes = await fs.readFile(file);
    });

    it('is refused with any bit turned', async () => {
      for (let number = 0; number < 16; number += 1) {
        const at = Math.floor((bytes.length * (number + 0.5)) / 16);
        const turned = damaged((copy) => {
          copy[at] = (copy[at] ?? 0) ^ (1 << (number % 8));
          return copy;
        });
        await expect(turned, `bit ${number % 8} of byte ${at}`).rejects.toThrow(BackupError);
      }
    });

    it('is refused cut short, longer, or with a part missing or twice', async () => {
      for (const length of [3, 50, bytes.length / 2, bytes.length - 1]) {
        await expect(damaged((copy) => copy.subarray(0, length))).rejects.toThrow(BackupError);
      }
      await expect(damaged((copy) => Buffer.concat([copy, Buffer.of(0)]))).rejects.toThrow('follows the end');
      const begin = bytes.indexOf('\n') + 1;
      const second = begin + 4 + bytes.readUInt32BE(begin);
      const third = second + 4 + bytes.readUInt32BE(second);
      const part = bytes.subarray(second, third);
      await expect(
        damaged((copy) => Buffer.concat([copy.subarray(0, second), copy.subarray(third)])),
      ).rejects.toThrow(BackupError);
      await expect(
        damaged((copy) => Buffer.concat([copy.subarray(0, third), part, copy.subarray(third)])),
      ).rejects.toThrow(BackupError);
    });
  });

  it('says which key it wants', async () => {
    const sealed = path.join(folder, 'sealed.backup');
    await expect(check(sealed, 'another passphrase of some length')).rejects.toThrow('does not open');
    await expect(check(sealed, null)).rejects.toThrow('--key-file');
    await expect(check(path.join(folder, 'open.backup'), passphrase)).rejects.toThrow('not encrypted');
  });

  it('tells nothing of its content without the key', async () => {
    const sealed = await fs.readFile(path.join(folder, 'sealed.backup'));
    expect(sealed.includes(world.admin.email)).toBe(false);
    expect(sealed.subarray(sealed.indexOf('\n') + 1).includes(Buffer.of(0x1f, 0x8b, 8))).toBe(false);
  });
});

/** What is said of a backup that was made where these migrations were, and the tables that a try to restore it leaves. */
async function refusalOf(...migrations: string[]) {
  const file = path.join(folder, `${randomUUID()}.backup`);
  const handle = await fs.open(file, 'w+');
  const writer = await FrameWriter.begin(handle, null);
  await writer.write({ kind: 'about', madeAt: '2030-01-01T00:00:00Z', server: '30', migrations });
  await writer.end([]);
  await handle.close();
  const { owner } = await emptyDatabase();
  const target = { owner, files: testFiles(), saveSecret: async () => {} };
  const reason = await reading(file, (opened) => restoreBackup(framesOf(opened, null), target)).then(
    () => 'restored',
    (error: unknown) => (error instanceof BackupError ? error.message : String(error)),
  );
  const { rows } = await owner.executeQuery(
    CompiledQuery.raw(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`),
  );
  return { reason, tables: rows };
}

describe('backups of other versions', () => {
  it('of the version before the baseline are restored into the newest, without a difference', async () => {
    const older = await formerDatabase();
    const file = path.join(folder, 'older.backup');
    await makeBackup({ pool: ownerPoolOf(older.owner), files: testFiles(), secret: null }, file, null);
    const restored = await emptyDatabase();
    await reading(file, (handle) =>
      restoreBackup(framesOf(handle, null), {
        owner: restored.owner,
        files: testFiles(),
        saveSecret: async () => {},
      }),
    );
    const verdicts = [];
    for await (const verdict of verifyAll(restored.owner, { secrets, anchors: [] })) verdicts.push(verdict);
    expect(verdicts).toMatchObject([{ slug: 'tenant-1', rounds: 4, differences: [] }]);
    const names = async (owner: Db) => {
      const { rows } = await owner.executeQuery<{ name: string }>(
        CompiledQuery.raw('SELECT name FROM kysely_migration ORDER BY name'),
      );
      return rows.map(({ name }) => name);
    };
    expect(await names(restored.owner)).toEqual(
      [...(await names(older.owner)), ...migrationNames].toSorted(),
    );
    const app = await buildTestApp(
      openDatabase({ connection: restored.connection, poolSize: 1, onError: () => {} }),
    );
    const anyoneThere = anyone(app, { id: '', slug: 'tenant-1' });
    expect((await anyoneThere('GET', '/admin/metadata')).statusCode).toBe(200);
    await app.close();
  });

  it('of a newer one are refused by name', async () => {
    expect(await refusalOf('0109-baseline', '9999-y')).toEqual({
      reason: expect.stringContaining('newer version of Watchpost (9999-y)'),
      tables: [],
    });
  });

  it('of one that is older than the baseline are refused by its last migration', async () => {
    const said = 'last migration is 0107-sealed-former-names): restore it with the version of 2026-11-29';
    expect(await refusalOf('0001-people-and-places', '0107-sealed-former-names')).toEqual({
      reason: expect.stringContaining(said),
      tables: [],
    });
  });
});
