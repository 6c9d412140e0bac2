import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { makeCheckpoint, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { checkpointImport } from './checkpoint-import-kind.ts';

const path = '/secure/checkpoints/imports';
const steps = importSteps(path, 'checkpoints.csv');
const rows = Array.from({ length: 5_000 }, (_none, at) => `P${at + 1},Yard,-33.86,151.${20_000 + at},Look`);
const file = ['Name,Site,Lat,Long,Notes', ...rows].join('\n');

it('[MNG-04] a large import tells how far it is, and goes on where its connection broke', async () => {
  const server = await testApp();
  await testJobs(server, importJobs([checkpointImport]));
  const tenant = await makeTenant(server.owner);
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const yard = await makeSite(server.owner, tenant, { name: 'Yard', latitude: -33.86, longitude: 151.2 });
  const held = await makeCheckpoint(server.owner, tenant, yard, { name: 'P2500' });
  const { id } = await steps.checked(admin, file);
  await server.owner.transaction().execute(async (transaction) => {
    const locked = transaction.selectFrom('checkpoints').select('id').where('id', '=', held.checkpointId);
    await locked.forUpdate().execute();
    await admin('POST', `${path}/${id}/run`, { body: { mode: 'validOnly' } });
    await vi.waitFor(
      async () => {
        const view = (await admin('GET', `${path}/${id}`)).json();
        expect([view.state, view.rowsDone]).toEqual(['running', 2_000]);
      },
      { timeout: 60_000 },
    );
    await pause(200);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.owner);
  });
  expect((await steps.ended(admin, id)).counts).toEqual({ ...noRows, new: 4_999, changed: 1 });
  const { rows: coded } = await sql<{
    codes: number;
    count: number;
  }>`SELECT codes, count(*)::int AS count FROM (
      SELECT (SELECT count(*)::int FROM qr_codes q WHERE q.checkpoint_id = c.id) AS codes FROM checkpoints c
      WHERE c.tenant_id = ${tenant.id}) AS each GROUP BY codes ORDER BY codes`.execute(server.owner);
  // The one that was there before had no code.
  expect(coded).toEqual([
    { codes: 0, count: 1 },
    { codes: 1, count: 4_999 },
  ]);
  expect((await steps.imported(admin, file, 'allOrNothing')).counts).toEqual({ ...noRows, unchanged: 5_000 });
});
