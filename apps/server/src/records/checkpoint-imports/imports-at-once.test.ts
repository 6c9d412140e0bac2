// Two imports of checkpoints that the same site gets at the same time.
import { sql } from 'kysely';
import type { ImportMode } from '@watchpost/domain/record-import';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { type MadeTenant, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { checkpointImport } from './checkpoint-import-kind.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, importJobs([checkpointImport]));
});

beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  await makeSite(server.owner, tenant, { name: 'Yard', latitude: -33.86, longitude: 151.2 });
});

const path = '/secure/checkpoints/imports';
const steps = importSteps(path, 'checkpoints.csv');

/** As stored, with the valid codes of each. */
async function stored() {
  const { rows } = await sql<{ name: string; version: number; codes: string[] }>`
    SELECT c.name, c.version, ARRAY(SELECT q.code FROM qr_codes q WHERE q.tenant_id = c.tenant_id
      AND q.checkpoint_id = c.id AND q.retired_at IS NULL) AS codes
    FROM checkpoints c WHERE c.tenant_id = ${tenant.id}`.execute(server.owner);
  return rows;
}

describe('two imports that run at once', () => {
  /** Both were checked before either of them runs. */
  async function together(files: readonly string[], mode: ImportMode) {
    const views = await Promise.all(files.map((file) => steps.checked(admin, file)));
    await Promise.all(views.map(({ id }) => admin('POST', `${path}/${id}/run`, { body: { mode } })));
    return Promise.all(views.map(({ id }) => steps.ended(admin, id)));
  }
  const manyRows = 300;
  const many = (rowOf: (number: number) => string) =>
    `Name,Site,Lat,Long,NFC\n${Array.from({ length: manyRows }, (_, at) => rowOf(at + 1)).join('\n')}\n`;

  it.each(['allOrNothing', 'validOnly'] as const)(
    '[MNG-04] and name the same checkpoints, %s, make each once with one code, and one reports that all were there',
    async (mode) => {
      const file = many((number) => `Post ${number},Yard,-33.86,151.2,`);
      const views = await together([file, file], mode);
      expect(views.map(({ state }) => state)).toEqual(['done', 'done']);
      expect(views.map(({ counts }) => counts).toSorted((a, b) => a.new - b.new)).toEqual([
        { ...noRows, unchanged: manyRows },
        { ...noRows, new: manyRows },
      ]);
      const found = await stored();
      expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
      expect(found).toHaveLength(manyRows);
      for (const { version, codes } of found)
        expect([version, codes]).toEqual([1, [expect.stringMatching(/^WP1/)]]);
    },
  );

  it('[MNG-04] and give the same tag to different checkpoints leave nothing of one, which says why', async () => {
    const file = (name: string) =>
      many((number) => `${name} ${number},Yard,-33.86,151.2,${number === manyRows ? 'DE:AD:BE:EF' : ''}`);
    const views = await together([file('North'), file('South')], 'allOrNothing');
    expect(views.map(({ state }) => state).toSorted()).toEqual(['done', 'refused']);
    const refused = views.find(({ state }) => state === 'refused');
    expect(refused?.errors).toMatchObject([
      { row: manyRows + 1, field: 'nfcTagId', message: 'nfc_tag_taken' },
    ]);
    const kept = views[0]?.state === 'done' ? 'North' : 'South';
    const found = await stored();
    expect(found).toHaveLength(manyRows);
    expect(found.filter(({ name }) => !name.startsWith(kept))).toEqual([]);
  });
});
