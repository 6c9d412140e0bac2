// What the check says of what is kept, once a part of what it belongs to is archived.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { retainedFromMs } from '@watchpost/domain/retention';
import type { SealedWorld } from '../../patrol/evidence/sealed-world.testing.ts';
import { raiseOfRounds } from '../../patrol/exceptions/raise-exceptions.queries.ts';
import { makeCheckpoint, makeRoute, makeSite } from '../../testing/factories.ts';
import { testApp } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { dayMs, keepingOf, makeOldWorld } from './archiving.testing.ts';

const server = await testApp();
const { owner, database } = server;
let world: SealedWorld;
const { run, count, differences, walk, settings, keep, idsOfRounds, nowMs } = keepingOf(
  server,
  testFiles(),
  () => world,
);

beforeEach(async () => {
  await run('DELETE FROM retention_settings');
  world = await makeOldWorld(server);
});

describe("the chains of phones' numbers, once a part of them is archived", () => {
  /** A scan at a site that the guard was posted to only after the phone had sent it. */
  async function refusedAtFirst(roundId: string, deviceAtMs: number) {
    const elsewhere = await makeSite(owner, world.tenant);
    const { checkpointId } = await makeCheckpoint(owner, world.tenant, elsewhere);
    const scan = { kind: 'checkpointScanned', roundId, checkpointId, method: 'typed', position: null };
    const sending = await world.send({ ...scan, id: randomUUID(), deviceAtMs });
    expect(sending.status).toBe(404);
    await run('INSERT INTO guard_sites VALUES ($1, $2, $3)', world.tenant.id, world.guardId, elsewhere);
    return sending;
  }

  it('are whole where an event was refused at first, whenever it was sent again', async () => {
    const deviceAtMs = nowMs - 200 * dayMs;
    const { routeVersionId, checkpointId, send } = world;
    const roundId = randomUUID();
    const scan = { kind: 'checkpointScanned', roundId, checkpointId, method: 'typed', position: null };
    await send({ kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs });
    const soon = await refusedAtFirst(roundId, deviceAtMs + 1_000);
    expect(await soon.again()).toBe(200);
    await send({ ...scan, id: randomUUID(), deviceAtMs: deviceAtMs + 2_000 });
    const late = await refusedAtFirst(roundId, deviceAtMs + 3_000);
    await refusedAtFirst(roundId, deviceAtMs + 4_000);
    await send({ kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: deviceAtMs + 5_000 });
    expect(await late.again()).toBe(200);
    await settings(3);
    expect(await differences()).toEqual([]);
    expect(await keep()).toEqual([]);
    expect(await count('scans')).toBe(0);
    expect(await differences()).toEqual([]);
    await walk(nowMs - 20 * dayMs);
    expect(await differences()).toEqual([]);
  });

  it('may fork, which is reported before and after, and does not prevent archiving', async () => {
    const deviceAtMs = nowMs - 200 * dayMs;
    const { routeVersionId, checkpointId, send } = world;
    const roundId = randomUUID();
    const scan = { kind: 'checkpointScanned', roundId, checkpointId, method: 'typed', position: null };
    await send({ kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs });
    const { goBack } = await send({ ...scan, id: randomUUID(), deviceAtMs: deviceAtMs + 1_000 });
    goBack();
    const { seq } = await send({ ...scan, id: randomUUID(), deviceAtMs: deviceAtMs + 2_000 });
    await settings(3);
    const fork = [expect.stringContaining(`chainBroken at number ${seq} of`)];
    expect(await differences()).toEqual(fork);
    expect(await keep()).toEqual([]);
    expect(await count('scans')).toBe(0);
    expect(await differences()).toEqual(fork);
  });

  it('lack afterwards what they lacked before, of a phone of which nothing else is stored, too', async () => {
    const deviceAtMs = nowMs - 200 * dayMs;
    const { siteId, routeVersionId, send } = world;
    const roundId = randomUUID();
    await send({ kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs });
    const note = {
      kind: 'handoverNoted',
      id: randomUUID(),
      siteId,
      text: 'Locked.',
      isUrgent: false,
      deviceAtMs,
    };
    const { seq } = await send(note);
    await send({ kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: deviceAtMs + 60_000 });
    await run('DELETE FROM field_events WHERE id = $1', note.id);
    await settings(3);
    const gap = [expect.stringContaining(`: gap; number ${seq} never arrived, or was removed`)];
    const broken = async () => (await differences()).filter((sentence) => sentence.includes('chainBroken'));
    expect(await broken()).toEqual(gap);
    expect(await keep()).toEqual([]);
    expect(await count('field_events')).toBe(0);
    expect(await broken()).toEqual(gap);
  });
});

it('a round that is kept goes on to be doubted by one that was archived', async () => {
  const edgeMs = retainedFromMs(nowMs, 3);
  const db = database.forTenant(world.tenant.id);
  const { tenant, siteId, guardId, send } = world;
  const checkpoints = [
    await makeCheckpoint(owner, tenant, siteId),
    await makeCheckpoint(owner, tenant, siteId),
  ];
  const walkOne = async (checkpoint: (typeof checkpoints)[number], fromMs: number, scannedAtMs: number) => {
    const { versionId: routeVersionId } = await makeRoute(db, tenant, siteId, [checkpoint]);
    const roundId = randomUUID();
    const { checkpointId } = checkpoint;
    const scan = { kind: 'checkpointScanned', roundId, checkpointId, method: 'typed', position: null };
    await send({ kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs: fromMs });
    await send({ ...scan, id: randomUUID(), deviceAtMs: scannedAtMs });
    await send({ kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: scannedAtMs + 500 });
    return roundId;
  };
  const [first, second] = checkpoints;
  if (first === undefined || second === undefined) throw new Error('two places');
  await walkOne(first, edgeMs - 60_000, edgeMs - 1_000);
  const stored = await walkOne(second, edgeMs + 1_000, edgeMs + 2_000);
  await run('UPDATE tenants SET exceptions_from_ms = $2 WHERE tenant_id = $1', tenant.id, edgeMs);
  await raiseOfRounds(db, tenant.id, [stored]);
  await run(`DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'tenantId' = $1`, tenant.id);
  const [{ reasons } = { reasons: [] }] = await run<{ reasons: string[] }>(
    'SELECT reasons FROM exceptions WHERE subject_id = $1 AND guard_id = $2',
    stored,
    guardId,
  );
  expect(reasons).toContain('burst');
  await settings(3);
  expect(await differences()).toEqual([]);
  expect(await keep()).toEqual([]);
  expect(await idsOfRounds()).toEqual([stored]);
  expect(await differences()).toEqual([]);
});
