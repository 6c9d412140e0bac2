// A report ends with the rights of the person on whose behalf it is sent, also while it is made and while its mails wait.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import {
  addRound,
  mailsTo,
  planReport,
  type ReportWorld,
  reportWorld,
  runsOf,
  settled,
  tick,
} from './scheduled-reports.testing.ts';

let world: ReportWorld;
const address = () => `${randomUUID()}@client.example`;

beforeAll(async () => {
  world = await reportWorld();
  const access = JSON.stringify({ SCHEDULED_REPORTS: ['view', 'add', 'edit'] });
  const settings = { tenant_id: world.tenant.id, sub_admin_access: access };
  await world.server.owner.insertInto('tenant_settings').values(settings).execute();
  await addRound(world, new Date('2026-11-20T22:00:00+05:30').getTime());
});

const newOwner = async () => (await makeUser(world.server.owner, world.tenant, { siteId: world.siteId })).id;
const deactivate = (id: string) =>
  world.admin('POST', `/secure/sub-admins/${id}/status`, { body: { activated: false } });

/** Has the making of files wait; the result lets it go on. */
async function lockFiles(): Promise<() => Promise<unknown>> {
  const locked = await world.server.owner.startTransaction().execute();
  await sql`LOCK TABLE scheduled_report_files IN EXCLUSIVE MODE`.execute(locked);
  return () => locked.rollback().execute();
}

const stateOf = async (id: string) => (await runsOf(world, id))[0]?.state;

const mailsQueued = async (to: string) =>
  world.server.owner
    .selectFrom('mail_messages')
    .select(['state', 'reason', 'text_part'])
    .where('recipient', '=', to)
    .execute();

describe('a report', () => {
  test('[TRUTH-12] whose owner is deactivated while it is made is mailed to no one, and pauses with the reason', async () => {
    const to = address();
    const owner = await newOwner();
    const id = await planReport(world, { recipients: [to], owner_id: owner });
    const letGo = await lockFiles();
    await tick(world, '2026-11-21T07:00:00');
    await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('making');
    await deactivate(owner);
    await letGo();
    await settled(world, id, 1);
    expect(await runsOf(world, id)).toMatchObject([{ state: 'failed', reason: 'ownerGone' }]);
    expect(await mailsQueued(to)).toEqual([]);
    const report = (await world.admin('GET', `/secure/scheduled-reports/${id}`)).json();
    expect(report).toMatchObject({ activated: false, pausedReason: 'ownerGone' });
  });

  test('[TRUTH-12] a test is sent to no one who was deactivated since, and leaves the report as it is', async () => {
    const id = await planReport(world, {});
    const asker = await newOwner();
    const caller = await browserOf(world.server, world.tenant, asker);
    const letGo = await lockFiles();
    const asked = await caller('POST', `/secure/scheduled-reports/${id}/test`);
    expect(asked.statusCode).toBe(200);
    await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('making');
    await deactivate(asker);
    await letGo();
    await settled(world, id, 1);
    expect(await runsOf(world, id)).toMatchObject([{ kind: 'test', state: 'failed', reason: 'ownerGone' }]);
    const report = (await world.admin('GET', `/secure/scheduled-reports/${id}`)).json();
    expect(report).toMatchObject({ activated: true, pausedReason: '' });
  });

  test('[TRUTH-12] mails that wait for the mail server are given up with their owner, and say why', async () => {
    const to = address();
    const owner = await newOwner();
    const id = await planReport(world, { recipients: [to], owner_id: owner });
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 1);
    await mailsTo(world, to, 1);
    // As if the mail server had been away.
    await world.server.owner
      .updateTable('mail_messages')
      .set({ state: 'queued', text_part: 'Rounds: 1', html_part: '<p>Rounds: 1</p>' })
      .where('recipient', '=', to)
      .execute();
    await deactivate(owner);
    expect(await mailsQueued(to)).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('deactivated'), text_part: null },
    ]);
  });
});
