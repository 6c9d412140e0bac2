// Answers and notes as files: a row each, of the rounds that the report's filter lists.
import { randomUUID } from 'node:crypto';
import { parseCsv } from 'hucre/csv';
import { readXls, readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { makePressureQuestion, makeQuestion } from '../../testing/make-question.ts';
import { browserOfNew, browserOfStranger, deviceOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';

const server = await testApp();
const { owner } = server;
const path = '/secure/scanned-checkpoints/remarks/export';
const atMs = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
const door = makeQuestion({ text: 'Fire door closed?' });
const pressure = makePressureQuestion();
let tenant: MadeTenant;
let admin: Caller;
const siteIds: string[] = [];
const roundIds: string[] = [];

/** A round with one answered scan at a site of its own. */
async function answeredRound(name: string, note: string): Promise<void> {
  const siteId = await makeSite(owner, tenant, { name, time_zone: 'Asia/Kolkata' });
  const checkpoint = await makeCheckpoint(owner, tenant, siteId, { name: `${name} gate` });
  const { checkpointId } = checkpoint;
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId], first_name: 'Asha', last_name: 'Kale' });
  const { versionId } = await makeRoute(owner, tenant, siteId, [checkpoint]);
  const body = { version: 0, questions: [door, pressure] };
  const asked = `/secure/checkpoints/${checkpointId}/questions`;
  expect((await admin('PUT', asked, { body })).statusCode).toBe(200);
  const version = await owner
    .selectFrom('question_versions')
    .select('id')
    .where('checkpoint_id', '=', checkpointId)
    .executeTakeFirstOrThrow();
  const [roundId, scanId] = [randomUUID(), randomUUID()];
  const position = { latitude: 18.5, longitude: 73.8, accuracyMetres: 5 };
  const answers = [
    { questionId: door.id, value: 'no' },
    { questionId: pressure.id, value: 6.5 },
  ];
  const scan = { id: scanId, roundId, checkpointId, method: 'qr', position, deviceAtMs: atMs };
  const expected = { scanId, checkpointId, questionsId: version.id, answers, note };
  const events = [
    { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: atMs },
    { kind: 'checkpointScanned', ...scan },
    { kind: 'checkpointAnswered', id: randomUUID(), ...expected, deviceAtMs: atMs + 5_000 },
  ];
  const device = await deviceOf(server, tenant, guard.id);
  const sent = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
  expect(sent.json().refused).toEqual([]);
  siteIds.push(siteId);
  roundIds.push(roundId);
}

beforeAll(async () => {
  tenant = await makeTenant(owner);
  admin = await browserOfNew(server, tenant);
  await answeredRound('North', '=1+1');
  await answeredRound('South', '');
});

const fileOf = (query: Record<string, string>, caller: Caller = admin) =>
  caller('GET', path, { query, headers: { timezone: 'Asia/Kolkata' } });
const rowsOf = async (query: Record<string, string>, caller: Caller = admin) =>
  parseCsv((await fileOf({ format: 'csv', ...query }, caller)).body);

describe('the file of answers and notes', () => {
  it('has a row for each answer and each note of the rounds that the filter lists', async () => {
    const [head, ...rows] = await rowsOf({ site: siteIds[0] ?? '' });
    expect(head).toEqual(['Site', 'Round', 'Checkpoint', 'Guard', 'Time', 'Question', 'Answer or note']);
    const first = ['North', roundIds[0], 'North gate', 'Asha Kale'];
    expect(rows).toMatchObject([
      [...first, expect.any(String), 'Fire door closed?', 'No'],
      [...first, expect.any(String), pressure.text, `6.5 ${pressure.unit}`],
      [...first, expect.any(String), 'Note', expect.stringContaining('=1+1')],
    ]);
    expect(await rowsOf({})).toHaveLength(6);
    expect((await fileOf({ format: 'csv', status: 'completed' })).statusCode).toBe(409);
  });

  it('is the same in every type, and cells of text are no formulas', async () => {
    const xlsx = await readXlsx((await fileOf({ format: 'xlsx' })).rawPayload);
    const xls = await readXls((await fileOf({ format: 'xls' })).rawPayload);
    for (const { sheets } of [xlsx, xls]) {
      const rows = sheets[0]?.rows ?? [];
      expect(rows).toHaveLength(6);
      expect(rows.map((row) => row[6])).toContain('=1+1');
      expect(rows[1]?.[4]).toEqual(new Date(atMs + 5_000 + 330 * 60_000));
    }
    const pdf = await fileOf({ format: 'pdf' });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const [entry] = (await admin('GET', '/secure/audit-log', { query: { action: 'export.made' } })).json()
      .data;
    expect(entry).toMatchObject({ subjectId: 'roundRemarks', after: { format: 'pdf', rows: 5 } });
  });

  it('is of a sub admin’s own site alone, and of no one else’s company', async () => {
    const subAdmin = await browserOfNew(server, tenant, siteIds[1]);
    const [, ...rows] = await rowsOf({}, subAdmin);
    expect(rows.map(([site]) => site)).toEqual(['South', 'South']);
    expect((await fileOf({ format: 'csv' }, await browserOfStranger(server))).statusCode).toBe(409);
  });
});
