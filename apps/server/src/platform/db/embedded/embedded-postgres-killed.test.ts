import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  cleanUp,
  isRoot,
  killHard,
  lastOwner,
  newFolder,
  ownerReport,
  query,
  start,
  startOtherOwner,
  stopOtherOwner,
} from './embedded-postgres.testing.ts';
import { isRunning } from './operating-system-process.ts';
import { ownerOf } from './server-user.ts';

afterEach(cleanUp);

describe('kill -9', () => {
  test('of the database, under acknowledged writes and a busy query: back within 5 s with every acknowledged row', async () => {
    const incidents: string[] = [];
    const database = await start({
      dataDir: path.join(newFolder(), 'data'),
      onIncident: (sentence) => incidents.push(sentence),
    });
    await query(database, 'create table scan (id int primary key)');
    // It looks at nothing but its own sum, so it outlives the postmaster and holds on to the shared memory.
    const busy = query(database, 'select sum(n) from generate_series(1, 2000000000) n').catch(
      () => 'cut off',
    );
    await vi.waitFor(async () => {
      const rows = await query(database, `select 1 from pg_stat_activity where query like 'select sum(n)%'`);
      expect(rows).toHaveLength(1);
    }, 60_000);
    const killed = database.pid;
    const acknowledged: number[] = [];
    const writing = (async () => {
      const client = new pg.Client(database.connection);
      client.on('error', () => undefined);
      await client.connect();
      for (let id = 1; ; id++) {
        await client.query('insert into scan values ($1)', [id]);
        acknowledged.push(id);
        if (id === 200) process.kill(killed, 'SIGKILL');
      }
    })();
    await expect(writing).rejects.toThrow(/connection|ECONN|EPIPE/i);
    await vi.waitFor(() => query(database, 'select 1'), { timeout: 60_000, interval: 50 });
    // It answers before its owner has heard that it does.
    await vi.waitFor(() => expect(database.pid).not.toBe(killed), 10_000);

    const rows = z.array(z.object({ id: z.number() })).parse(await query(database, 'select id from scan'));
    const found = new Set(rows.map((row) => row.id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(200);
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    expect(await busy).toBe('cut off');
    await vi.waitFor(() => expect(incidents.join(' ')).toMatch(/ended unexpectedly.*running again/), 10_000);
  });

  test('of the owner: the next start takes its server over, and stops it when asked', async () => {
    const dataDir = path.join(newFolder(), 'data');
    const owner = await startOtherOwner(dataDir);
    const report = ownerReport.parse(owner.line);
    await query(report, 'create table kept as select 7 as number');
    await killHard(owner.process);
    expect(isRunning(report.pid)).toBe(true);

    const database = await start({ dataDir });
    expect(database.wasReused).toBe(true);
    expect(database.pid).toBe(report.pid);
    expect(await query(database, 'select number from kept')).toEqual([{ number: 7 }]);

    process.kill(report.pid, 'SIGKILL');
    await vi.waitFor(() => expect(database.pid).not.toBe(report.pid), { timeout: 60_000, interval: 50 });
    const restarted = database.pid;
    await vi.waitFor(() => query(database, 'select 1'), { timeout: 60_000, interval: 50 });
    await database.stop();
    expect(isRunning(restarted)).toBe(false);
  });

  test('of the owner: a server left with other settings is replaced', async () => {
    const dataDir = path.join(newFolder(), 'data');
    const owner = await startOtherOwner(dataDir);
    const report = ownerReport.parse(owner.line);
    await killHard(owner.process);
    const database = await start({ dataDir, settings: { work_mem: '9MB' } });
    expect(database.wasReused).toBe(false);
    expect(isRunning(report.pid)).toBe(false);
    expect(await query(database, 'show work_mem')).toEqual([{ work_mem: '9MB' }]);
  });

  test('of the owner: a server that is about to end and does not is ended', async () => {
    const dataDir = path.join(newFolder(), 'data');
    const owner = await startOtherOwner(dataDir);
    const report = ownerReport.parse(owner.line);
    await query(report, 'create table kept as select 7 as number');
    const client = new pg.Client(report.connection);
    client.on('error', () => undefined);
    await client.connect();
    await killHard(owner.process);
    // So told, it waits until everybody has left by himself.
    process.kill(report.pid, 'SIGTERM');
    await vi.waitFor(() =>
      expect(fs.readFileSync(path.join(report.dataDir, 'cluster', 'postmaster.pid'), 'utf8')).toContain(
        'stopping',
      ),
    );
    const database = await start({ dataDir });
    expect(database.wasReused).toBe(false);
    expect(isRunning(report.pid)).toBe(false);
    expect(await query(database, 'select number from kept')).toEqual([{ number: 7 }]);
  });

  test('of owner and database: lock files whose number another process has by now mislead no one', async () => {
    const dataDir = path.join(newFolder(), 'data');
    const owner = await startOtherOwner(dataDir);
    const report = ownerReport.parse(owner.line);
    await killHard(owner.process);
    process.kill(report.pid, 'SIGKILL');
    await vi.waitFor(() => expect(isRunning(report.pid)).toBe(false), { timeout: 60_000 });
    // The numbers now belong to a bystander whom the database's user may signal, so that PostgreSQL would heed it.
    const user = isRoot ? ownerOf(path.join(report.dataDir, 'cluster')) : undefined;
    const bystander = spawn('sleep', ['60'], { uid: user?.uid, gid: user?.gid });
    await once(bystander, 'spawn');
    for (const file of [
      path.join(report.dataDir, 'cluster', 'postmaster.pid'),
      path.join(report.connection.host, '.s.PGSQL.5432.lock'),
      path.join(report.dataDir, 'owner.json'),
    ]) {
      const text = fs.readFileSync(file, 'utf8');
      const stalePid = file.endsWith('owner.json') ? owner.process.pid : report.pid;
      fs.writeFileSync(file, text.replace(String(stalePid), String(bystander.pid)));
    }
    const database = await start({ dataDir });
    expect(database.wasReused).toBe(false);
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(bystander.exitCode ?? bystander.signalCode).toBe(null);
    bystander.kill();
  });

  test.skipIf(process.platform !== 'linux')(
    'of a database whose parent never reaps it: the zombie does not stand in the way',
    async () => {
      const dataDir = path.join(newFolder(), 'data');
      const owner = await startOtherOwner(dataDir);
      const report = ownerReport.parse(owner.line);
      // Stopped, the owner cannot reap its child; its lock is what a container's neighbour would leave.
      owner.process.kill('SIGSTOP');
      process.kill(report.pid, 'SIGKILL');
      await vi.waitFor(() => expect(isRunning(report.pid)).toBe(false), { timeout: 60_000 });
      fs.rmSync(path.join(report.dataDir, 'owner.json'));
      const database = await start({ dataDir });
      expect(fs.readFileSync(`/proc/${report.pid}/stat`, 'utf8')).toContain(') Z ');
      expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
      await killHard(owner.process);
    },
  );
});

describe.skipIf(process.platform === 'win32')('a signal that the owner does not listen for', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s takes the database along', async (signal) => {
    const owner = await startOtherOwner(path.join(newFolder(), 'data'));
    const report = ownerReport.parse(owner.line);
    const ended = once(owner.process, 'exit');
    owner.process.kill(signal);
    expect(await ended).toEqual([null, signal]);
    await vi.waitFor(() => expect(isRunning(report.pid)).toBe(false), { timeout: 60_000 });
  });

  test('takes along one that is still on its way up', async () => {
    const dataDir = path.join(newFolder(), 'data');
    const first = await startOtherOwner(dataDir);
    const { dataDir: placed } = ownerReport.parse(first.line);
    await stopOtherOwner(first);
    const pidFile = path.join(placed, 'cluster', 'postmaster.pid');
    const pidOf = () => Number(fs.readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
    const starting = startOtherOwner(dataDir).catch((error: unknown) => error);
    await vi.waitFor(() => expect(pidOf()).toBeGreaterThan(0), { timeout: 60_000, interval: 2 });
    const pid = pidOf();
    lastOwner().kill('SIGTERM');
    await starting;
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 60_000 });
    const database = await start({ dataDir });
    expect(database.wasReused).toBe(false);
  });
});
