// The file of a guard's data, table by table: every row of that guard, and none of anybody else.
import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeDuty,
  makeGuard,
  makeIncident,
  makeRound,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeClosedException } from '../../testing/make-exception.ts';
import { makeSos } from '../../testing/make-sos.ts';
import { makeTour } from '../../testing/make-tour.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { makePhoto } from '../../testing/test-files.ts';
import { zipEntries } from '../../testing/zip-entries.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 2, 5, 6, 30); // in Asia/Kolkata
const at = (minutes: number) => noon + minutes * minute;
const shown = (minutes: number) => `05/03/26 12:${String(minutes).padStart(2, '0')} PM`;
const position = { latitude: 18.5, longitude: -73.25, accuracy_metres: 6 };

interface Guard {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly id: string;
  /** Tells the guard's rows from those of others. */
  readonly marker: string;
}

let server: TestApp;
let admin: Caller;
let ownGuard: Guard;
let own: { round: string; device: string; photo: string };

const insert = (table: string, row: Readonly<Record<string, unknown>>) =>
  server.owner.executeQuery(
    CompiledQuery.raw(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')})
       VALUES (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
      Object.values(row),
    ),
  );

beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  const [tenant, foreign] = [await makeTenant(owner), await makeTenant(owner)];
  const siteId = await makeSite(owner, tenant, { name: 'North yard' });
  ownGuard = { tenant, siteId, id: randomUUID(), marker: 'mine' };
  admin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
  own = await recordAll(ownGuard);
  // A colleague at the same site, and somebody of another company who has the very same id.
  await recordAll({ ...ownGuard, id: randomUUID(), marker: 'of a colleague' });
  const elsewhere = await makeSite(owner, foreign, { name: 'Elsewhere' });
  await recordAll({ ...ownGuard, tenant: foreign, siteId: elsewhere, marker: 'of elsewhere' });
});

/** At least a row of each table. */
async function recordAll(guard: Guard) {
  const { tenant, siteId, id, marker } = guard;
  const { owner } = server;
  await makeGuard(owner, tenant, { id, secret_hash: null, siteIds: [siteId] });
  const since = new Date(at(0));
  const past = { tenant_id: tenant.id, guard_id: id, site_id: siteId, since };
  for (const until of [1, 2]) await insert('past_postings', { ...past, until: new Date(at(until)) });
  const former = { employee_id: 'OLD1', first_name: 'Asha', last_name: marker };
  await sql`UPDATE guards SET former_until_ms = ${[at(19)]}, former = ${JSON.stringify([former])}::jsonb
    WHERE tenant_id = ${tenant.id} AND id = ${id}`.execute(owner);
  const recorded = { ...former, tenant_id: tenant.id, guard_id: id, id: randomUUID(), employee_id: 'OLD0' };
  await insert('recorded_names', recorded);
  await makeShift(owner, tenant, siteId, { name: `Shift ${marker}`, guardIds: [id] });
  const tour = await makeTour(owner, tenant, siteId, { name: `Tour ${marker}` });
  await insert('tour_guards', { tenant_id: tenant.id, tour_id: tour, guard_id: id });
  const [started_at_ms, ended_at_ms] = [at(1), at(2)];
  const duty = { site_id: siteId, guard_id: id, started_at_ms, ended_at_ms, is_closed_by_system: true };
  await makeDuty(owner, tenant, duty);
  await makeClosedException(owner, tenant, siteId, {
    kind: 'incomplete',
    reasons: ['incomplete', 'outOfOrder'],
    guard_id: id,
    happened_at_ms: at(16),
    closing_reason: `Seen to ${marker}`,
  });
  await callForHelp(guard);
  return { ...(await walk(guard)), photo: await report(guard) };
}

/** A round with a scan, an answer and a note; what the server refused. */
async function walk({ tenant, siteId, id, marker }: Guard) {
  const { owner } = server;
  const device = randomUUID();
  const checkpoint = await makeCheckpoint(owner, tenant, siteId, { name: `Gate ${marker}` });
  const { versionId } = await makeRoute(owner, tenant, siteId, [checkpoint], { name: `Route ${marker}` });
  const round = await makeRound(owner, tenant, {
    site_id: siteId,
    guard_id: id,
    route_version_id: versionId,
    started_at_ms: at(3),
    ended_at_ms: at(4),
    status_code: 1005,
    total_check_points: 7,
    scanned_check_points: 1,
  });
  const from = { tenant_id: tenant.id, guard_id: id, device_id: device, clock_skew_ms: 0 };
  const sent = { ...from, device_at_ms: at(5), received_at_ms: at(9), body_hash: Buffer.alloc(32) };
  const scan = {
    round_id: round,
    checkpoint_id: checkpoint.checkpointId,
    method: 'nfc',
    flags: ['burst', 'far'],
  };
  const scanId = randomUUID();
  const scanRow = { ...scan, ...position, phone_at_ms: 720_000, distance_metres: 12 };
  await insert('scans', { ...sent, ...scanRow, id: scanId });
  for (const [kind, subject_id, details] of [
    ['checkpointAnswered', scanId, { note: marker }],
    ['handoverNoted', siteId, { text: `Keys ${marker}` }],
  ] as const)
    await insert('field_events', { ...sent, id: randomUUID(), kind, subject_id, details });
  // Somebody else's phone may name a scan of this guard's before it arrives.
  const answer = { kind: 'checkpointAnswered', subject_id: scanId, details: { note: 'not theirs' } };
  await insert('field_events', { ...sent, ...answer, id: randomUUID(), guard_id: randomUUID() });
  await insert('refused_events', {
    ...from,
    id: randomUUID(),
    code: 'unknownCheckpoint',
    body: `Sent ${marker}`,
    received_at_ms: at(17),
    proof_key: Buffer.from(device),
    proof_seq: 1,
    proof_previous: Buffer.alloc(0),
    proof_signature: Buffer.alloc(0),
  });
  return { round, device };
}

async function callForHelp({ tenant, siteId, id }: Guard): Promise<void> {
  const sos_id = await makeSos(server.owner, tenant, siteId, {
    guard_id: id,
    device_at_ms: at(10),
    received_at_ms: at(11),
    safe_at_ms: at(12),
    acknowledged_at_ms: at(13),
    resolved_at_ms: at(14),
  });
  const row = { tenant_id: tenant.id, sos_id, id: randomUUID(), received_at_ms: at(11), at_ms: at(15) };
  await insert('sos_positions', { ...row, ...position });
}

/** An incident with a photo; the file's id. */
async function report({ tenant, siteId, id, marker }: Guard): Promise<string> {
  const { owner } = server;
  const incident_id = await makeIncident(owner, tenant, siteId, {
    guard_id: id,
    reported_at: new Date(at(18)),
    description: `Smoke ${marker}`,
    latitude: 18.5,
    longitude: -73.25,
  });
  const file_id = await makePhoto(owner, tenant, (await makeUser(owner, tenant)).id);
  await insert('incident_photos', { tenant_id: tenant.id, id: randomUUID(), incident_id, file_id });
  return file_id;
}

async function fileOf(id: string): Promise<(path: string) => readonly string[]> {
  const headers = { timezone: 'Asia/Kolkata' };
  const reply = await admin('GET', `/secure/guards/${id}/personal-data`, { headers });
  const entries = zipEntries(reply.rawPayload);
  const linesOf = (path: string) => (entries.get(path)?.toString() ?? '').trim().split('\r\n');
  return (path) => (path === '' ? [...entries.keys()] : linesOf(path));
}

it('every table holds the rows of that guard, cell by cell, and nothing of a colleague or another company', async () => {
  const linesOf = await fileOf(ownGuard.id);
  const here = 'North yard';
  const rows = (name: string) => linesOf(`${name}.csv`).slice(1);
  const scan = `${shown(5)},1970-01-01 00:12:00 UTC,${shown(9)},18.5,-73.25,6,12,nfc,"burst, far",${own.device}`;
  const expected = {
    'Former names': ['OLD0,Asha,mine,', `OLD1,Asha,mine,${shown(19)}`],
    // Twice in the past, and today.
    Postings: [
      `${here},${shown(0)},${shown(1)}`,
      `${here},${shown(0)},${shown(2)}`,
      expect.stringMatching(/^North yard,[^,]+,$/),
    ],
    Duties: [`${here},${shown(1)},${shown(2)},yes`],
    Rounds: [`${own.round},${here},Route mine,${shown(3)},${shown(4)},Incompleted,7,1`],
    Scans: [`${own.round},Gate mine,${scan}`],
    'Answers and notes': [`${own.round},${shown(5)},,"{""note"": ""mine""}"`],
    'Handover notes': [`${here},${shown(5)},,Keys mine`],
    Incidents: [`${here},${shown(18)},fire,high,New,Smoke mine,18.5,-73.25`],
    'Calls for help': [`${here},${shown(10)},,${[12, 13, 14].map(shown).join(',')}`],
    'Positions of calls': [`${shown(15)},,18.5,-73.25,6`],
    Exceptions: [`${shown(16)},incomplete,"incomplete, outOfOrder",closed,falseAlarm,Seen to mine`],
    'Refused records': [`${shown(17)},unknownCheckpoint,Sent mine`],
  };
  const found = Object.fromEntries(Object.keys(expected).map((name) => [name, rows(name)]));
  expect({ ...found, Postings: found['Postings']?.toSorted() }).toEqual(expected);
  expect(linesOf('').filter((path) => path.startsWith('Photos/'))).toEqual([`Photos/${own.photo}.jpg`]);
  expect(linesOf('Read me.txt')).toEqual(
    expect.arrayContaining([`Sites: ${here}`, 'Shifts: Shift mine', 'Tours: Tour mine']),
  );
});

it('holds each of very many postings at one site', async () => {
  const { tenant, siteId } = ownGuard;
  const { id } = await makeGuard(server.owner, tenant, { secret_hash: null });
  // More than are read at once, of which no beginning was kept.
  const text = `INSERT INTO past_postings (tenant_id, guard_id, site_id, until)
    SELECT $1, $2, $3, timestamptz '2026-03-05 06:30Z' + no * interval '1 minute' FROM generate_series(0, 500) AS no`;
  await server.owner.executeQuery(CompiledQuery.raw(text, [tenant.id, id, siteId]));
  expect((await fileOf(id))('Postings.csv').slice(1)).toHaveLength(501);
});
