// What becomes of a run that does not succeed at once.
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportTriesMax } from '@watchpost/domain/scheduled-reports';
import { diskFiles } from '../../platform/adapters/files/disk-files.ts';
import type { Db } from '../../platform/db/database.ts';
import { claimRun, endRun } from './runs.queries.ts';

import { testSealing } from '../../testing/test-sealing.ts';
import { planReport, type ReportWorld, reportWorld, runsOf } from './scheduled-reports.testing.ts';
import { makeRun } from './send-report.ts';

let world: ReportWorld;
let db: Db;

beforeAll(async () => {
  world = await reportWorld();
  db = world.server.database.forTenant(world.tenant.id);
});

async function queuedRun() {
  const reportId = await planReport(world, { sends_empty: true });
  const id = randomUUID();
  await world.server.owner
    .insertInto('scheduled_report_runs')
    .values({
      tenant_id: world.tenant.id,
      id,
      report_id: reportId,
      kind: 'planned',
      occasion: '2026-11-21T07:00',
      due_at_ms: 2,
      from_ms: 1,
      to_ms: 2,
      time_zone: 'Asia/Kolkata',
      row_count: null,
      test_email: null,
    })
    .execute();
  const change = (values: object) =>
    world.server.owner.updateTable('scheduled_report_runs').set(values).where('id', '=', id).execute();
  const read = async () => (await runsOf(world, reportId))[0];
  return { id, change, read };
}

describe('a run', () => {
  it('that fails is tried four times, and four times again on request', async () => {
    const { id, change, read } = await queuedRun();
    // A file cannot be a folder.
    const files = diskFiles(path.join(import.meta.filename, 'files'));
    const settings = {
      files,
      sealing: testSealing(),
      consoleUrl: () => '',
      retryDelaysMs: [3_600_000],
    };
    const states: string[] = [];
    for (let tries = 0; tries < 2 * reportTriesMax; tries += 1) {
      // What is left of the pause passes; somebody asks for a failed one to be made again.
      await change({ state: 'queued', next_try_at: new Date() });
      await makeRun(settings, db, world.tenant.id, id);
      const run = await read();
      expect(run?.reason).toContain('ENOTDIR');
      states.push(run?.state ?? '');
    }
    const ofFour = ['queued', 'queued', 'queued', 'failed'];
    expect(states).toEqual([...ofFour, ...ofFour]);
  });

  it('that another try has taken over is ended by that one alone', async () => {
    const { id, change, read } = await queuedRun();
    const first = await claimRun(db, world.tenant.id, id);
    expect(await claimRun(db, world.tenant.id, id)).toBeNull();
    await change({ next_try_at: new Date(Date.now() - 60_000) });
    const second = await claimRun(db, world.tenant.id, id);
    if (first === null || second === null) throw new Error('both runs must be taken');
    const ended = { state: 'failed', rows: null, reason: 'too slow' } as const;
    expect(await endRun(db, world.tenant.id, first, ended)).toBe(false);
    expect((await read())?.state).toBe('making');
    expect(await endRun(db, world.tenant.id, second, { state: 'empty', rows: 0 })).toBe(true);
    expect(await read()).toMatchObject({ state: 'empty', reason: '' });
  });
});
