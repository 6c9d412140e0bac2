// Both commands as their operator runs them, and what they leave alone.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { openStore } from '../../platform/db/open-store.ts';
import { readEnv } from '../../env.ts';
import { bundledProgram } from '../../testing/bundled-program.ts';
import { databaseUrlOf, runCommand } from '../../testing/run-command.ts';
import { diskFiles } from '../../platform/adapters/files/disk-files.ts';
import { type ErasureMark, saveMark } from '../erasures/erasure-marks.ts';
import { makeGuard, makeTenant, makeUser } from '../../testing/factories.ts';
import { makePhoto } from '../../testing/test-files.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { emptyDatabase, newFolder } from './backup.testing.ts';
import { intoDataFolder } from './restore-targets.ts';

const run = async (owner: Db, text: string) =>
  (await owner.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))).rows;
const slugsOf = (owner: Db) => run(owner, 'SELECT slug FROM tenants');

describe('the commands', () => {
  let made: TestDatabase;
  let folder: string;
  let slug: string;
  let mark: ErasureMark;
  let file: string;
  const here = (name: string, args: readonly string[], url = databaseUrlOf(made.connection)) =>
    runCommand(name, args, { DATABASE_URL: url, DATA_DIR: folder });

  beforeAll(async () => {
    made = await testDatabase();
    const tenant = await makeTenant(made.owner);
    ({ slug } = tenant);
    const guard = await makeGuard(made.owner, tenant, { first_name: 'Sunita' });
    mark = { tenantId: tenant.id, guardId: guard.id };
    folder = newFolder();
    file = path.join(folder, 'one.backup');
    await fs.writeFile(path.join(folder, 'key'), 'a passphrase of some length\n');
  });

  it('write an encrypted file that is read again, and no second one over it', async () => {
    const args = ['--to', file, '--key-file', path.join(folder, 'key')];
    const { code, out, err } = await here('backup.ts', args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('encrypted; read again and whole');
    expect(await here('backup.ts', args)).toMatchObject({ code: 2, err: expect.stringContaining('exists') });
    const checked = await here('restore.ts', [file, '--check', '--key-file', path.join(folder, 'key')]);
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^Whole: \d+ rows of \d+ tables/) });
    expect(await here('restore.ts', [file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--key-file'),
    });
  });

  it.each([
    ['backup.ts', []],
    ['verify.ts', []],
    ['import-source.ts', ['--tenant', 'acme', '--from', import.meta.dirname]],
    ['create-tenant.ts', ['--slug', 'acme', '--name', 'Acme', '--email', 'admin@acme.example']],
    ['reset-factors.ts', ['--slug', 'acme', '--email', 'admin@acme.example']],
  ])('%s refuses a place that no server was started on, and makes nothing there', async (name, args) => {
    const nowhere = path.join(folder, 'nowhere');
    const absent = await runCommand(name, args, { DATA_DIR: nowhere });
    expect(absent).toMatchObject({ code: 1, err: expect.stringMatching(/^DATA_DIR=.*there is no database/) });
    await expect(fs.stat(nowhere)).rejects.toThrow('ENOENT');
    const { owner, connection } = await emptyDatabase();
    const empty = await here(name, args, databaseUrlOf(connection));
    expect(empty).toMatchObject({ code: 1, err: expect.stringMatching(/^DATABASE_URL: no server has been/) });
    expect(await run(owner, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });

  it.each(['backup.ts', 'verify.ts'])('%s names the setting where the file service is away', async (name) => {
    const parts = ['BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'].map((part) => [`FILES_S3_${part}`, 'x']);
    const settings = { ...Object.fromEntries(parts), FILES_S3_ENDPOINT: 'http://127.0.0.1:2' };
    const database = { DATABASE_URL: databaseUrlOf(made.connection), DATA_DIR: folder };
    expect(await runCommand(name, [], { ...database, ...settings })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^FILES_S3_ENDPOINT: 127\.0\.0\.1:2 refuses connections.*\n$/),
    });
  });

  it('restore into an empty database alone, and go on after a restore that was broken off', async () => {
    const args = [file, '--key-file', path.join(folder, 'key')];
    const refused = await here('restore.ts', args);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('not empty') });
    const { owner, connection } = await emptyDatabase();
    await run(owner, 'CREATE TABLE restore_under_way ()');
    await run(owner, 'CREATE TABLE tenants (half text)');
    const env = readEnv({ DATABASE_URL: databaseUrlOf(connection), DATA_DIR: folder });
    await expect(openStore(env, () => {})).rejects.toThrow('npm run restore');
    const restored = await here('restore.ts', args, databaseUrlOf(connection));
    expect({ code: restored.code, err: restored.err }).toEqual({ code: 0, err: '' });
    expect(await slugsOf(owner)).toEqual([{ slug }]);
    await (await openStore(env, () => {})).close();
  });

  it('erase again who was erased since the backup, by the mark that is left of it', async () => {
    await saveMark(diskFiles(path.join(folder, 'files')), mark);
    const { owner, connection } = await emptyDatabase();
    const args = [file, '--key-file', path.join(folder, 'key')];
    const restored = await here('restore.ts', args, databaseUrlOf(connection));
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('and erased again: 1.') });
    const guards = await run(owner, 'SELECT first_name AS name, activated FROM guards');
    expect(guards).toEqual([{ name: expect.stringMatching(/^Erased [0-9a-f]{8}$/), activated: false }]);
    expect(await run(owner, 'SELECT guard_id AS id FROM guard_erasures')).toEqual([{ id: mark.guardId }]);
  });

  it('say which files a backup lacks, and end with a code of their own', async () => {
    const { owner, connection } = await testDatabase();
    const tenant = await makeTenant(owner);
    const photo = await makePhoto(owner, tenant, (await makeUser(owner, tenant)).id);
    const lacking = path.join(folder, 'lacking.backup');
    const told = {
      code: 3,
      err: expect.stringMatching(new RegExp(`lacks them: 1\\.\n  ${tenant.id}/${photo}\n`)),
    };
    expect(await here('backup.ts', ['--to', lacking], databaseUrlOf(connection))).toMatchObject(told);
    const checked = await here('restore.ts', [lacking, '--check']);
    expect(checked).toMatchObject({ ...told, out: expect.stringMatching(/^Whole: /) });
    const empty = databaseUrlOf((await emptyDatabase()).connection);
    const restored = await runCommand('restore.ts', [lacking], {
      DATABASE_URL: empty,
      DATA_DIR: newFolder(),
    });
    expect(restored).toMatchObject({ ...told, out: expect.stringMatching(/^Restored /) });
    const rehearsed = await here('restore.ts', [lacking, '--rehearse']);
    expect(rehearsed).toMatchObject({ ...told, out: expect.stringContaining('All that is there agrees.') });
  });

  it('take archives along, and recount them in a rehearsal', async () => {
    const { owner, connection } = await testDatabase();
    const { id: tenant_id } = await makeTenant(owner);
    const archive = { tenant_id, id: randomUUID(), month_ms: 0, until_ms: 1, begun_at_ms: 2 };
    const state = { status: 'removed', verified_at_ms: 3, removed_at_ms: 4 } as const;
    const turn = { worker: randomUUID(), lease_until_ms: 5 };
    await owner
      .insertInto('archives')
      .values({ ...archive, ...state, ...turn })
      .execute();
    const piece = gzipSync('');
    const written = { kind: 'rows', pieces: 1, bytes: piece.length, rounds: 0 } as const;
    const sha256 = createHash('sha256').update(piece).digest();
    await owner
      .insertInto('archive_files')
      .values({ tenant_id, archive_id: archive.id, no: 0, ...written, sha256 })
      .execute();
    const key = `archives/${tenant_id}/${archive.id}/0-0`;
    await diskFiles(path.join(folder, 'files')).put(key, piece, 'application/gzip');
    const to = path.join(folder, 'archives.backup');
    expect(await here('backup.ts', ['--to', to], databaseUrlOf(connection))).toMatchObject({ code: 0 });
    const rehearsed = await here('restore.ts', [to, '--rehearse']);
    expect(rehearsed).toMatchObject({ code: 0, out: expect.stringContaining('Everything agrees.') });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leave nothing of a backup that %s broke off', async (signal) => {
    const place = newFolder();
    const lock = await made.owner.startTransaction().execute();
    await run(lock, 'LOCK TABLE sites IN ACCESS EXCLUSIVE MODE');
    const program = await bundledProgram('commands/backup.ts');
    const child = spawn(process.execPath, [program, '--to', path.join(place, 'one.backup')], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: databaseUrlOf(made.connection),
        DATA_DIR: folder,
      },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('close', (_code, by) => resolve(by)));
    await vi.waitFor(async () => expect(await fs.readdir(place)).toHaveLength(1), { timeout: 20_000 });
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(await fs.readdir(place)).toEqual([]);
    await lock.rollback().execute();
  });

  it('say what is wrong with their wishes', async () => {
    expect(await here('restore.ts', [])).toMatchObject({ code: 2, err: expect.stringContaining('Name one') });
    const unknown = await here('restore.ts', [path.join(folder, 'none')]);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('no such file') });
    const other = await here('restore.ts', [path.join(folder, 'key')]);
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('not a backup') });
    const whole = await here('restore.ts', [folder]);
    expect(whole).toMatchObject({ code: 1, err: expect.stringContaining('This is a folder.') });
    const keyless = await here('restore.ts', [file, '--key-file', folder]);
    expect(keyless).toMatchObject({ code: 1, err: `--key-file ${folder}: it is a folder.\n` });
    const below = path.join(folder, 'key', 'one.backup');
    const unwritable = await here('backup.ts', ['--to', below]);
    expect(unwritable).toMatchObject({ code: 1, err: `${below}: a part of its path is a file.\n` });
  });
});

describe('a data folder', () => {
  it('gets the restored database whole or not at all, and keeps the one of before aside', async () => {
    const dataDir = newFolder();
    const fill = (text: string) => async (owner: Db) => {
      await run(owner, `CREATE TABLE told AS SELECT '${text}' AS text`);
      return text;
    };
    const first = await intoDataFolder({ dataDir, mayReplace: false }, fill('first'));
    expect(first).toEqual({ filled: 'first', aside: null });
    const again = intoDataFolder({ dataDir, mayReplace: false }, fill('second'));
    await expect(again).rejects.toThrow('--replace');
    const broken = intoDataFolder({ dataDir, mayReplace: true }, async (owner) => {
      await run(owner, 'CREATE TABLE told ()');
      throw new Error('the disk is gone');
    });
    await expect(broken).rejects.toThrow('the disk is gone');
    const { aside } = await intoDataFolder({ dataDir, mayReplace: true }, fill('third'));
    expect(aside).toMatch(/^watchpost_before_\d{8}_\d{6}_\d{3}$/);
    const names: unknown[] = [];
    await intoDataFolder({ dataDir, mayReplace: true }, async (owner) => {
      names.push(
        ...(await run(owner, `SELECT datname FROM pg_database WHERE datname LIKE 'watchpost%' ORDER BY 1`)),
      );
    });
    expect(names).toEqual([{ datname: 'watchpost' }, { datname: aside }, { datname: 'watchpost_restoring' }]);
  });
});
