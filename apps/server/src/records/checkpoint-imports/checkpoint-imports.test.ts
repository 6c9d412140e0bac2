import { writeXlsx } from 'hucre';
import { sql } from 'kysely';
import type { ImportMode } from '@watchpost/domain/record-import';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import {
  type MadeTenant,
  makeCheckpoint,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { checkpointImport } from './checkpoint-import-kind.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let mill: string;
let yard: string;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, importJobs([checkpointImport]));
});

beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  mill = await makeSite(server.owner, tenant, { name: 'Café Mill', latitude: 18.52, longitude: 73.85 });
  yard = await makeSite(server.owner, tenant, { name: 'Yard', latitude: -33.86, longitude: 151.2 });
});

const subOf = async (siteId: string): Promise<Caller> =>
  browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);

const path = '/secure/checkpoints/imports';
const steps = importSteps(path, 'checkpoints.csv');
const checked = (bytes: Buffer | string, caller = admin) => steps.checked(caller, bytes);
const imported = (bytes: Buffer | string, mode: ImportMode = 'allOrNothing', caller = admin) =>
  steps.imported(caller, bytes, mode);

/** As stored, by name, with how many valid codes each has. */
async function stored() {
  const { rows } = await sql<
    Readonly<Record<string, unknown>>
  >`SELECT c.id, c.site_id, c.name, c.latitude, c.longitude, c.radius_metres, c.instructions, c.nfc_tag_id, c.version,
      ARRAY(SELECT q.code FROM qr_codes q WHERE q.tenant_id = c.tenant_id AND q.checkpoint_id = c.id
        AND q.retired_at IS NULL) AS codes
    FROM checkpoints c WHERE c.tenant_id = ${tenant.id} AND c.deleted_at IS NULL
    ORDER BY c.sort_name COLLATE "C"`.execute(server.owner);
  return rows;
}

const messages = ({
  errors,
}: {
  readonly errors: readonly { row: number; field: string; message: string }[];
}) => errors.map(({ row, field, message }) => [row, field, message]);

const three = `Name,Site,Lat,Long,Radius (m),Instructions,NFC tag
Main gate,cafe mill,"18,5204",73.8507,25 m,Look left,04:a2:2f:1b
Dock,YARD,-33.861,151.201,,,
द्वार,Café Mill,18.521,73.851,,,`;

describe('a spreadsheet of checkpoints', () => {
  it('[MNG-04] is checked without making a checkpoint, then imported, each with its signed code', async () => {
    expect(await checked(three)).toMatchObject({
      mapping: { name: 0, site: 1, latitude: 2, longitude: 3, radiusMetres: 4, instructions: 5, nfcTagId: 6 },
      counts: { ...noRows, new: 3 },
    });
    expect(await stored()).toEqual([]);
    expect((await imported(three)).counts).toEqual({ ...noRows, new: 3 });
    const [dock, gate, door] = await stored();
    expect(gate).toMatchObject({
      site_id: mill,
      name: 'Main gate',
      latitude: 18.5204,
      longitude: 73.8507,
      radius_metres: 25,
      instructions: 'Look left',
      nfc_tag_id: '04A22F1B',
      codes: [expect.stringMatching(/^WP1/)],
    });
    expect(dock).toMatchObject({
      site_id: yard,
      radius_metres: 30,
      nfc_tag_id: null,
      codes: [expect.any(String)],
    });
    expect(door).toMatchObject({ site_id: mill, name: 'द्वार' });
  });

  it('[MNG-04] changes nothing the second time, and only what differs the third', async () => {
    await imported(three);
    const before = await stored();
    expect((await imported(three)).counts).toEqual({ ...noRows, unchanged: 3 });
    expect(await stored()).toEqual(before);
    const again = await imported(
      three.replace('Main gate', 'MAIN GÂTE').replace('18.521', '18.522'),
      'validOnly',
    );
    expect(again.counts).toEqual({ ...noRows, changed: 2, unchanged: 1 });
    const after = await stored();
    expect(after.map(({ name, version }) => [name, version])).toEqual([
      ['Dock', 1],
      ['MAIN GÂTE', 2],
      ['द्वार', 2],
    ]);
    // Who prints labels need not print them again.
    expect(after.map(({ codes }) => codes)).toEqual(before.map(({ codes }) => codes));
  });

  it('[MNG-04] leaves as it is what has no column or no number, and makes routes again that lead past', async () => {
    const gate = await makeCheckpoint(server.owner, tenant, mill, { name: 'Gate', radius_metres: 40 });
    const { routeId, versionId } = await makeRoute(server.owner, tenant, mill, [gate]);
    await server.owner
      .insertInto('patrol_route_checkpoints')
      .values({ tenant_id: tenant.id, route_id: routeId, position: 1, checkpoint_id: gate.checkpointId })
      .execute();
    const route = () =>
      server.owner
        .selectFrom('patrol_routes as r')
        .innerJoin('route_versions as v', 'v.id', 'r.current_version_id')
        .select(['v.id', 'v.checkpoints'])
        .where('r.id', '=', routeId)
        .executeTakeFirstOrThrow();
    await imported('Name,Site,Radius,Position\nGate,Café Mill,,\n');
    expect((await route()).id).toBe(versionId);
    await imported('Name,Site,Radius,Position\nGate,Café Mill,,"18.523, 73.853"\n');
    const { id, checkpoints } = await route();
    expect(id).not.toBe(versionId);
    expect(checkpoints[0]).toMatchObject({ latitude: 18.523, longitude: 73.853, radiusMetres: 40 });
  });

  it('[MNG-04] leaves one entry in the log, with who and how many', async () => {
    await imported(three);
    const log = (await admin('GET', '/secure/audit-log', { query: { limit: '5' } })).json();
    const entries = log.data.filter(({ action }: { action: string }) => action.startsWith('checkpoint.'));
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'checkpoint.imported',
        subjectLabel: 'checkpoints.csv',
        after: expect.objectContaining({ rows: 3, new: 3, changed: 0, unchanged: 0, withErrors: 0 }),
      }),
    ]);
  });

  it('[MNG-04] of Excel is read with its numbers', async () => {
    const rows = [
      ['चेकपॉइंट', 'साइट', 'अक्षांश', 'देशांतर', 'त्रिज्या'],
      ['Gate', 'Café Mill', 18.5204, 73.8507, 35],
    ];
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }));
    expect((await imported(bytes)).counts).toEqual({ ...noRows, new: 1 });
    expect(await stored()).toMatchObject([{ latitude: 18.5204, radius_metres: 35 }]);
  });
});

const long = 'x'.repeat(101);
const faulty = `Name,Site,Lat,Long,Radius,NFC
Good,Yard,-33.86,151.2,,
,Yard,-33.86,151.2,,
Moon,Nowhere,18.52,73.85,,
Twin,Twins,18.52,73.85,,
Swapped,Café Mill,73.85,18.52,,
Backwards,Yard,151.2,-33.86,,
Far,Café Mill,19.5,73.85,,
North,Café Mill,95,73.85,,
Half,Café Mill,18.52,,,
Nameless,Café Mill,,,,
Wide,Yard,-33.86,151.2,900,
Tag,Yard,-33.86,151.2,,xyz
Taken,Yard,-33.86,151.2,,04A2
GOOD,Yard,-33.86,151.2,,
Gate,Café Mill,18.52,73.85,,DE:AD:BE:EF
Tagged,Yard,-33.86,151.2,,11223344
Too,Yard,-33.86,151.2,,11-22-33-44
Lobby,Yard,-33.86,151.2,,
${long},Yard,-33.86,151.2,,`;

describe('rows with errors', () => {
  beforeEach(async () => {
    for (const name of ['Twins', 'TWINS']) await makeSite(server.owner, tenant, { name });
    for (const name of ['LOBBY', 'lobby']) await makeCheckpoint(server.owner, tenant, yard, { name });
    await makeCheckpoint(server.owner, tenant, yard, { name: 'Safe', nfc_tag_id: 'DEADBEEF' });
  });

  it('[MNG-04] are reported row by row with what to change', async () => {
    const view = await checked(faulty);
    expect(messages(view)).toEqual([
      [3, 'name', 'checkpoint_name_required'],
      [4, 'site', 'import_site_unknown'],
      [5, 'site', 'import_site_ambiguous'],
      [6, 'latitude', 'import_position_swapped'],
      [7, 'latitude', 'import_position_swapped'],
      [8, 'latitude', 'import_position_far'],
      [9, 'latitude', 'latitude_range'],
      [10, 'longitude', 'longitude_range'],
      [11, 'position', 'import_position_needed'],
      [12, 'radiusMetres', 'radius_range'],
      [13, 'nfcTagId', 'nfc_tag_pattern'],
      [14, 'nfcTagId', 'nfc_tag_pattern'],
      [15, 'name', 'import_checkpoint_twice'],
      [16, 'nfcTagId', 'nfc_tag_taken'],
      [18, 'nfcTagId', 'import_nfc_tag_twice'],
      [19, 'name', 'import_checkpoint_ambiguous'],
      [20, 'name', 'exceed_max_length'],
    ]);
    expect(view.counts).toEqual({ ...noRows, new: 2, wrong: 17 });
    const file = await admin('GET', `${path}/${view.id}/errors`, { query: { format: 'csv' } });
    const lines = file.body.trim().split(/\r?\n/);
    expect(lines).toHaveLength(18);
    expect(lines[4]).toContain('Latitude and longitude are swapped.');
  });

  it('[MNG-04] keep everything back when it is to be all or nothing', async () => {
    const before = await stored();
    const { id } = await checked(faulty);
    const reply = await admin('POST', `${path}/${id}/run`, { body: { mode: 'allOrNothing' } });
    expect([reply.statusCode, reply.json().mode[0].message]).toEqual([400, 'import_has_errors']);
    expect(await stored()).toEqual(before);
  });

  it('[MNG-04] are left out when only valid rows are wanted', async () => {
    const before = await stored();
    await imported(faulty, 'validOnly');
    const known = new Set(before.map(({ id }) => id));
    const made = (await stored()).filter(({ id }) => !known.has(id));
    expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(['Good', 'Tagged']));
  });

  it('[MNG-04] found only while it runs take all or nothing back', async () => {
    const own = await checked('Name,Site,Position\nA,Café Mill,"18.52,73.85"\nB,Yard,"-33.86,151.2"\n');
    await server.owner.updateTable('sites').set({ name: 'Elsewhere' }).where('id', '=', yard).execute();
    await admin('POST', `${path}/${own.id}/run`, { body: { mode: 'allOrNothing' } });
    const view = await steps.ended(admin, own.id);
    expect([view.state, view.counts.wrong]).toEqual(['refused', 1]);
    expect((await stored()).map(({ name }) => name)).not.toContain('A');
  });

  it.each([
    [{ site: 1 }, 'name'],
    [{ name: 0 }, 'site'],
    [{ name: 0, site: 1, latitude: 2 }, 'longitude'],
    [{ name: 0, site: 1, longitude: 3 }, 'latitude'],
  ])('the columns %j are refused at %s', async (mapping, field) => {
    const { id } = (await steps.upload(admin, faulty)).json();
    const reply = await admin('PUT', `${path}/${id}`, { body: { mapping } });
    expect([reply.statusCode, reply.json()[field][0].message]).toEqual([400, 'import_column_needed']);
  });
});

describe("a sub admin's import", () => {
  it('[MNG-04] makes checkpoints at the own site alone, whose name it may leave out', async () => {
    const sub = await subOf(mill);
    const view = await imported(
      'Name,Site,Position\nA,,"18.52, 73.85"\nB,Café Mill,"18.52, 73.85"\nC,Yard,"-33.86, 151.2"\n',
      'validOnly',
      sub,
    );
    expect(messages(view)).toEqual([[4, 'site', 'import_site_unknown']]);
    expect((await stored()).map(({ name, site_id: at }) => [name, at])).toEqual([
      ['A', mill],
      ['B', mill],
    ]);
    expect((await imported('Name,Radius\na,45\n', 'allOrNothing', sub)).counts).toEqual({
      ...noRows,
      changed: 1,
    });
  });

  it("is no one else's, of this tenant or another, and not to be had as one of guards", async () => {
    const { id } = await checked('Name,Position\nA,"18.52, 73.85"\n', await subOf(mill));
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    for (const caller of [admin, stranger, await subOf(yard)]) {
      expect((await caller('GET', `${path}/${id}`)).statusCode).toBe(404);
      const run = await caller('POST', `${path}/${id}/run`, { body: { mode: 'validOnly' } });
      expect(run.statusCode).toBe(404);
    }
    const own = await checked(three);
    expect((await admin('GET', `/secure/guards/imports/${own.id}`)).statusCode).toBe(404);
    expect((await admin('GET', `${path}/${own.id}`)).statusCode).toBe(200);
  });
});
