import { mayFollow, needsComment } from '@watchpost/domain/incidents';
import { expect, test } from 'vitest';
import { partKey } from '../platform/adapters/files/picture-parts.ts';
import { testDatabase } from '../testing/test-database.ts';
import { testFiles } from '../testing/test-files.ts';
import { seedDemo } from './seed-demo.ts';

const nowMs = Date.UTC(2026, 8, 10, 9, 30);
const days = 30;
const files = testFiles();
const { owner } = await testDatabase();
await seedDemo(owner, { files, nowMs, days });
const incidents = await owner.selectFrom('incidents').selectAll().orderBy('reported_at').execute();
const history = await owner.selectFrom('incident_history').selectAll().orderBy('at').orderBy('id').execute();
const photos = await owner
  .selectFrom('incident_photos as p')
  .innerJoin('files as f', 'f.id', 'p.file_id')
  .select(['p.incident_id', 'p.added_at', 'f.storage_key', 'f.id', 'f.width', 'f.media_type'])
  .execute();

test('some two incidents a day are reported: a few wait, some are being seen to, most are closed', () => {
  expect(incidents.length).toBeGreaterThan(days);
  expect(incidents.length).toBeLessThan(days * 4);
  const count = (status: string) => incidents.filter((incident) => incident.status === status).length;
  expect(count('New')).toBeGreaterThanOrEqual(2);
  expect(count('New')).toBeLessThanOrEqual(8);
  expect(count('Attended')).toBeGreaterThanOrEqual(1);
  expect(count('Attended')).toBeLessThanOrEqual(20);
  expect(new Set(incidents.map(({ type }) => type)).size).toBeGreaterThanOrEqual(8);
  expect(new Set(incidents.map(({ severity }) => severity)).size).toBe(4);
  expect(new Set(incidents.map(({ site_id }) => site_id)).size).toBe(12);
  const waiting = incidents.filter(({ status }) => status === 'New');
  expect(waiting.every(({ severity }) => severity === 'low' || severity === 'medium')).toBe(true);
});

test('the guard who reported one was on a round of that site at that time', async () => {
  const rounds = await owner.selectFrom('rounds').selectAll().execute();
  for (const { guard_id, site_id, device_at_ms } of incidents) {
    const round = rounds.find(
      (one) =>
        one.guard_id === guard_id &&
        one.site_id === site_id &&
        one.started_at_ms <= Number(device_at_ms) &&
        Number(device_at_ms) <= (one.ended_at_ms ?? nowMs) + 180_000,
    );
    expect(round?.site_id).toBe(site_id);
  }
});

test('each history leads from the report to the status, by steps that may follow and with the words they need', () => {
  for (const { id, status, reported_at, status_at, updated_at } of incidents) {
    const own = history.filter(({ incident_id }) => incident_id === id);
    expect(own[0]).toMatchObject({
      kind: 'reported',
      actor_kind: 'guard',
      to_status: 'New',
      at: reported_at,
    });
    const steps = own.filter(({ kind }) => kind === 'status');
    let before: 'New' | 'Attended' | 'Closed' = 'New';
    for (const { to_status, comment, actor_kind, actor_name } of steps) {
      const after = to_status === 'Closed' ? 'Closed' : 'Attended';
      expect(mayFollow(before, after)).toBe(true);
      expect(comment !== '' || !needsComment(after)).toBe(true);
      expect(actor_kind).toBe('user');
      expect(actor_name).toMatch(/^(?:Meera Deshpande|Vikram Rane)$/);
      before = after;
    }
    expect(before).toBe(status);
    expect(steps.at(-1)?.at ?? reported_at).toEqual(status_at);
    expect(own.every(({ at }) => at.getTime() < nowMs)).toBe(true);
    expect(updated_at.getTime()).toBeLessThan(nowMs);
  }
});

test('some of the latest have photos that lie in the store', async () => {
  expect(photos.length).toBeGreaterThanOrEqual(6);
  for (const { storage_key, width, media_type } of photos) {
    expect(media_type).toBe('image/jpeg');
    expect(width).toBe(1_024);
    expect((await files.get(partKey(storage_key, 'main')))?.length).toBeGreaterThan(20_000);
    expect((await files.get(partKey(storage_key, '250')))?.length).toBeGreaterThan(1_000);
  }
});

test('the same company at the same time has the same incidents, to the letter and the picture', async () => {
  const other = await testDatabase();
  await seedDemo(other.owner, { files, nowMs, days });
  expect(await other.owner.selectFrom('incidents').selectAll().orderBy('reported_at').execute()).toEqual(
    incidents,
  );
  const again = await other.owner
    .selectFrom('incident_history')
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(again).toEqual(history);
  const hashes = await other.owner.selectFrom('files').select(['id', 'sha256']).orderBy('id').execute();
  expect(hashes).toEqual(await owner.selectFrom('files').select(['id', 'sha256']).orderBy('id').execute());
});
