// One works on an archive at a time, and what no one wants any more is gone.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { makeException } from '../../testing/make-exception.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { runAsOwner, type SealedWorld } from '../../patrol/evidence/sealed-world.testing.ts';
import { testApp } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { archiveMonths } from './archive-months.ts';
import { makeOldWorld } from './archiving.testing.ts';

const minuteMs = 60_000;
const server = await testApp();
const files = testFiles();
const nowMs = Date.now();
const threeMonths = { monthsToKeep: 3, startsAtMs: 0 };
let world: SealedWorld;

beforeEach(async () => {
  world = await makeOldWorld(server);
  const { routeVersionId, send } = world;
  const deviceAtMs = nowMs - 200 * 86_400_000;
  await send({ kind: 'roundStarted', id: randomUUID(), routeVersionId, deviceAtMs });
});

/** Another worker's, so many minutes from now. */
function keep(minutes: number, wanted: typeof threeMonths | null = threeMonths, store = files) {
  const lease = { worker: randomUUID(), nowMs: nowMs + minutes * minuteMs };
  const { tenant } = world;
  const db = server.database.forTenant(tenant.id);
  return archiveMonths(
    { db, tenantId: tenant.id, files: store, sealing: world.sealing(), lease: () => lease },
    wanted,
  );
}

/** As one that is killed once it has written the rows. */
const killed = () =>
  keep(0, threeMonths, {
    ...files,
    put: (key, bytes, type) =>
      key.endsWith('/1-0') ? Promise.reject(new Error('killed')) : files.put(key, bytes, type),
  });

async function archives() {
  const text = 'SELECT status FROM archives WHERE tenant_id = $1';
  return (await runAsOwner<{ status: string }>(server, text, [world.tenant.id])).map(({ status }) => status);
}

async function keysOfArchives(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.list()) if (key.startsWith(`archives/${world.tenant.id}/`)) keys.push(key);
  return keys;
}

it('what one works on is taken up by no one else before its ten minutes are over', async () => {
  await expect(killed()).rejects.toThrow('killed');
  await keep(9);
  expect(await archives()).toEqual(['writing']);
  await keep(10);
  expect(await archives()).toEqual(['removed']);
});

it('a server that leaves removes nothing more, and another one goes on with it', async () => {
  const stopping = new AbortController();
  const { tenant } = world;
  const store: typeof files = {
    ...files,
    put: async (key, bytes, type) => {
      await files.put(key, bytes, type);
      stopping.abort();
    },
  };
  const lease = { worker: randomUUID(), nowMs };
  const db = server.database.forTenant(tenant.id);
  const { signal } = stopping;
  const work = {
    db,
    tenantId: tenant.id,
    files: store,
    sealing: world.sealing(),
    lease: () => lease,
    stopping: signal,
  };
  await archiveMonths(work, threeMonths);
  const rounds = () => runAsOwner(server, 'SELECT FROM rounds WHERE tenant_id = $1', [tenant.id]);
  expect([await archives(), (await rounds()).length]).toEqual([['verified'], 1]);
  await keep(10);
  expect([await archives(), (await rounds()).length]).toEqual([['removed'], 0]);
});

it('an archive that is not wanted any more leaves no file behind', async () => {
  await expect(killed()).rejects.toThrow('killed');
  expect(await keysOfArchives()).toHaveLength(1);
  await keep(60, null);
  expect([await archives(), await keysOfArchives()]).toEqual([[], []]);
});

/** As one that is killed once it has stored that piece, before it can list it. */
const killedAfter = (piece: string) =>
  keep(0, threeMonths, {
    ...files,
    put: async (key, bytes, type) => {
      await files.put(key, bytes, type);
      if (key.endsWith(piece)) throw new Error('killed');
    },
  });

/** No one may remove the round while somebody has to look into it. */
async function holdRounds(): Promise<void> {
  const { tenant, siteId } = world;
  const text = 'SELECT id FROM rounds WHERE tenant_id = $1';
  for (const { id } of await runAsOwner<{ id: string }>(server, text, [tenant.id])) {
    const values = { kind: 'flagged', subject_id: id, round_id: id, happened_at_ms: nowMs } as const;
    await makeException(server.owner, tenant, siteId, values);
  }
}

it('nor does it leave a file that was being written when its server was killed', async () => {
  await expect(killedAfter('/1-0')).rejects.toThrow('killed');
  expect(await keysOfArchives()).toHaveLength(2);
  await keep(60, null);
  expect([await archives(), await keysOfArchives()]).toEqual([[], []]);
});

it('nor where it is killed once more while it deletes them', async () => {
  await expect(killedAfter('/1-0')).rejects.toThrow('killed');
  for (let fails = 1; fails <= 2; fails += 1) {
    let deleted = 0;
    const store: typeof files = {
      ...files,
      delete: async (key) => {
        deleted += 1;
        if (deleted === fails) throw new Error('killed');
        await files.delete(key);
      },
    };
    await expect(keep(60 * fails, null, store)).rejects.toThrow('killed');
  }
  await keep(240, null);
  expect([await archives(), await keysOfArchives()]).toEqual([[], []]);
});

it('nor one of which nothing may go any more when another server goes on with it', async () => {
  await expect(killedAfter('/1-0')).rejects.toThrow('killed');
  await holdRounds();
  await keep(60);
  expect([await archives(), await keysOfArchives()]).toEqual([[], []]);
});

it('one that is shorter when another server goes on with it leaves nothing but its own files', async () => {
  const { tenant, siteId } = world;
  const dueAtMs = nowMs - 200 * 86_400_000;
  await makeDueRound(server.owner, tenant, siteId, { dueAtMs });
  await runAsOwner(server, `UPDATE due_rounds SET status = 'missed' WHERE tenant_id = $1`, [tenant.id]);
  await expect(killedAfter('/2-0')).rejects.toThrow('killed');
  expect(await keysOfArchives()).toHaveLength(3);
  await holdRounds();
  await keep(60);
  expect(await archives()).toEqual(['removed']);
  expect((await keysOfArchives()).map((key) => key.split('/').at(-1))).toEqual(['0-0']);
});
