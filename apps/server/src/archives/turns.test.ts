// One works on an archive at a time, and what nobody wants any more is gone.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { makeSealedWorld, runAsOwner, type SealedWorld, secrets } from '../evidence/sealed-world.testing.ts';
import { testApp } from '../testing/test-app.ts';
import { testFiles } from '../testing/test-files.ts';
import { keepMonths } from './keep-months.ts';

const minuteMs = 60_000;
const server = await testApp();
const files = testFiles();
const nowMs = Date.now();
const threeMonths = { monthsToKeep: 3, startsAtMs: 0 };
let world: SealedWorld;

beforeEach(async () => {
  world = await makeSealedWorld(server);
  const { routeVersionId, send } = world;
  const deviceAtMs = nowMs - 200 * 86_400_000;
  await send({ kind: 'roundStarted', id: randomUUID(), routeVersionId, deviceAtMs });
});

/** Another worker's, so many minutes from now. */
function keep(minutes: number, wanted: typeof threeMonths | null = threeMonths, store = files) {
  const turn = { worker: randomUUID(), nowMs: nowMs + minutes * minuteMs };
  const { tenant } = world;
  const db = server.database.forTenant(tenant.id);
  return keepMonths({ db, tenantId: tenant.id, files: store, secrets, turn: () => turn }, wanted);
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

it('what one works on is taken up by nobody else before its ten minutes are over', async () => {
  await expect(killed()).rejects.toThrow('killed');
  await keep(9);
  expect(await archives()).toEqual(['writing']);
  await keep(10);
  expect(await archives()).toEqual(['removed']);
});

it('a server that leaves removes nothing more, and another one goes on with it', async () => {
  const leaving = new AbortController();
  const { tenant } = world;
  const store: typeof files = {
    ...files,
    put: async (key, bytes, type) => {
      await files.put(key, bytes, type);
      leaving.abort();
    },
  };
  const turn = { worker: randomUUID(), nowMs };
  const db = server.database.forTenant(tenant.id);
  const work = { db, tenantId: tenant.id, files: store, secrets, turn: () => turn, leaving: leaving.signal };
  await keepMonths(work, threeMonths);
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
