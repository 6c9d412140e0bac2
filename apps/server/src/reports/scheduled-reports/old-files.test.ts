// Files of reports are kept thirty days and no longer, however many there are and whatever fails on the way.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { type MadeTenant, makeTenant } from '../../testing/factories.ts';
import { makeScheduledReport } from '../../testing/make-scheduled-report.ts';
import { anyone } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { oldFilesAtOnce } from './run-history.queries.ts';
import { deleteOldFiles } from './scheduled-reports.jobs.ts';
import {
  addRound,
  linkIn,
  mailsTo,
  planReport,
  type ReportWorld,
  reportWorld,
  settled,
  tick,
} from './scheduled-reports.testing.ts';

const dayMs = 86_400_000;
let world: ReportWorld;

beforeEach(async () => {
  world = await reportWorld();
});

/** Adds files of a report that are a day too old; their keys, the oldest first. */
async function addOldFiles(tenant: MadeTenant, count: number): Promise<string[]> {
  const { owner } = world.server;
  const runId = randomUUID();
  await owner
    .insertInto('scheduled_report_runs')
    .values({
      tenant_id: tenant.id,
      id: runId,
      report_id: await makeScheduledReport(owner, tenant, null),
      kind: 'planned',
      occasion: '2026-11-20T07:00',
      due_at_ms: 1,
      from_ms: 1,
      to_ms: 2,
      time_zone: 'UTC',
      state: 'sent',
      row_count: 0,
      test_email: null,
    })
    .execute();
  const keys = Array.from({ length: count }, () => `reports/${runId}/${randomUUID()}`);
  const rows = keys.map((storage_key, index) => ({
    tenant_id: tenant.id,
    id: randomUUID(),
    run_id: runId,
    attempt: 1,
    name: 'Report.pdf',
    media_type: 'application/pdf',
    storage_key,
    created_at: new Date(Date.now() - 31 * dayMs + index),
  }));
  await owner.insertInto('scheduled_report_files').values(rows).execute();
  return keys;
}

/** A store of which `isLost` says what cannot be deleted. */
const storeThat = (isLost: (key: string) => boolean): FileStore & { readonly deleted: string[] } => {
  const deleted: string[] = [];
  return {
    ...testFiles(),
    deleted,
    delete: async (key) => {
      if (isLost(key)) throw new Error('the disk is broken');
      deleted.push(key);
    },
  };
};

async function remaining(): Promise<string[]> {
  const rows = await world.server.owner
    .selectFrom('scheduled_report_files')
    .select('storage_key as key')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ key }) => key);
}

it('all that are too old are deleted in one night, also more than are looked for at a time', async () => {
  const keys = await addOldFiles(world.tenant, oldFilesAtOnce + 2);
  const files = storeThat(() => false);
  await deleteOldFiles({ files, onProblem: expect.fail }, world.server.database);
  expect(files.deleted).toEqual(keys);
  expect(await remaining()).toEqual([]);
});

it('a file that cannot be deleted is logged, and delays neither others nor other tenants', async () => {
  const other = await makeTenant(world.server.owner);
  const lost: string[] = [];
  for (const tenant of [world.tenant, other]) lost.push((await addOldFiles(tenant, 3))[0] ?? '');
  const problems: string[] = [];
  const files = storeThat((key) => lost.includes(key));
  await deleteOldFiles({ files, onProblem: (expected) => problems.push(expected) }, world.server.database);
  expect(await remaining()).toHaveLength(2);
  expect((await remaining()).toSorted()).toEqual(lost.toSorted());
  expect(problems.toSorted()).toEqual(
    [world.tenant, other]
      .map(
        ({ id }) =>
          `files of reports of tenant ${id} are kept longer than they should be: Error: the disk is broken`,
      )
      .toSorted(),
  );
});

it('a server that leaves deletes no more of them', async () => {
  const keys = await addOldFiles(world.tenant, 3);
  const stopping = new AbortController();
  const files = storeThat(() => {
    stopping.abort();
    return false;
  });
  await deleteOldFiles({ files, onProblem: expect.fail }, world.server.database, stopping.signal);
  expect([files.deleted, await remaining()]).toEqual([keys.slice(0, 1), keys.slice(1)]);
});

it('one whose time is over is given to no one, also before it is deleted', async () => {
  await addRound(world, new Date('2026-11-20T22:00:00+05:30').getTime());
  const id = await planReport(world, { recipients: ['late@client.example'] });
  await tick(world, '2026-11-21T07:00:00');
  await settled(world, id, 1);
  const [mail] = await mailsTo(world, 'late@client.example', 1);
  const path = `/secure/scheduled-reports/${id}/runs`;
  const read = async () => (await world.admin('GET', path)).json().data[0];
  const run = await read();
  const at = async (ageMs: number) => {
    await world.server.owner
      .updateTable('scheduled_report_files')
      .set({ created_at: new Date(Date.now() - ageMs) })
      .where('run_id', '=', run.id)
      .execute();
    const client = anyone(world.server.app, world.tenant);
    return [
      (await read()).files[0].isKept,
      (await world.admin('GET', `${path}/${run.id}/files/${run.files[0].id}`)).statusCode,
      (await client('GET', linkIn(mail?.text, world, 'shared-reports'))).statusCode,
    ];
  };
  expect(await at(30 * dayMs - 60_000)).toEqual([true, 200, 200]);
  expect(await at(30 * dayMs + 60_000)).toEqual([false, 404, 404]);
});
