// Outcomes, exceptions and audit entries are sealed like the records they judge: any edit behind the product's back is named.
import { beforeAll, describe, expect, test } from 'vitest';
import { operatorOrigin } from '../platform/audit/audit-origin.ts';
import { insertAuditEntry } from '../platform/audit/audit.queries.ts';
import { dueWorld, tamperingOf } from '../patrol/evidence/judged-world.testing.ts';
import { makeSealedWorld, runAsOwner, walkWorld } from '../patrol/evidence/sealed-world.testing.ts';
import { raiseOfRounds } from '../patrol/exceptions/raise-exceptions.queries.ts';
import { browserOfNew } from '../testing/made-sessions.ts';
import { testApp } from '../testing/test-app.ts';

const server = await testApp();
const { owner, database } = server;
const tables = [
  'round_doubts',
  'audit_entries',
  'due_rounds',
  'due_round_history',
  'late_arrivals',
  'exceptions',
  'exception_history',
];
let differences: Tampering['differences'];
let expectNamed: Tampering['expectNamed'];
type Tampering = Awaited<ReturnType<typeof tamperingOf>>;

const run = <Row>(text: string, ...values: unknown[]) => runAsOwner<Row>(server, text, values);

beforeAll(async () => {
  const world = await makeSealedWorld(server);
  const { tenant } = world;
  const admin = await browserOfNew(server, tenant);
  const { version, settings } = (await admin('GET', '/secure/app-settings/trust')).json();
  const body = { version, settings: { ...settings, radiusSlackMetres: 5 } };
  expect((await admin('PUT', '/secure/app-settings/trust', { body })).statusCode).toBe(200);
  await insertAuditEntry(owner, operatorOrigin(tenant.id), {
    action: 'password.reset',
    subject: { id: world.guardId, label: 'An operator’s deed' },
  });
  await walkWorld(server, world);
  await dueWorld(server, world);
  const rounds = await run<{ id: string }>('SELECT id FROM rounds');
  const ids = rounds.map(({ id }) => id);
  await raiseOfRounds(database.forTenant(tenant.id), tenant.id, ids);
  // Done with that; the check passes over what a job has still to look at.
  await run('DELETE FROM graphile_worker._private_jobs');
  await world.seal();
  ({ differences, expectNamed } = await tamperingOf(server, tables));
});

describe('an entry of the audit log', () => {
  const one = (action: string) => `(SELECT id FROM audit_entries WHERE action = '${action}' LIMIT 1)`;

  test('[TRUTH-06] is named where somebody deleted or altered it with triggers asleep', async () => {
    const [entry] = await run<{ id: string }>(
      `SELECT id FROM audit_entries WHERE action = 'settings.changed'`,
    );
    await expectNamed(
      `DELETE FROM audit_entries WHERE action = 'settings.changed'`,
      new RegExp(`^audit_entries ${entry?.id}: removed; it is leaf \\d+$`),
    );
    await expectNamed(
      `UPDATE audit_entries SET after = '{}' WHERE action = 'settings.changed'`,
      new RegExp(`^audit_entries ${entry?.id}: after was altered`),
    );
  });

  test('[TRUTH-06] is named also where an operator’s command wrote it', async () => {
    await expectNamed(
      `UPDATE audit_entries SET actor_name = 'Another' WHERE id = ${one('password.reset')}`,
      /^audit_entries \S+: actor_name was altered/,
    );
  });

  test('[TRUTH-06] is named where somebody put it in', async () => {
    await expectNamed(
      `INSERT INTO audit_entries SELECT tenant_id, gen_random_uuid(), at_ms, actor_id, actor_name, actor_role, action,
        subject_type, subject_id, subject_label, before, after, address, agent, request_id
        FROM audit_entries WHERE action = 'settings.changed'`,
      /^audit_entries \S+: inserted; it never went through the product$/,
    );
  });
});

describe('a due round', () => {
  const of = (status: string) => `(SELECT id FROM due_rounds WHERE status = '${status}')`;

  test('[TRUTH-06] is named where somebody excused it, or said who did and why', async () => {
    await expectNamed(
      `UPDATE due_rounds SET status = 'excused', excuse = 'Flood', excused_by = 'Another', excused_at = now()
        WHERE status = 'missed'`,
      /^due_rounds \S+: excuse, status, excused_at, excused_by was altered; the newest version/,
    );
    await expectNamed(
      `UPDATE due_rounds SET excuse = 'Illness' WHERE status = 'excused'`,
      /^due_rounds \S+: excuse was altered/,
    );
  });

  test('[TRUTH-06] is named where it was deleted with all that says it was missed', async () => {
    const [due] = await run<{ id: string }>(`SELECT id FROM due_rounds WHERE status = 'missed'`);
    await expectNamed(
      `DELETE FROM exception_history; DELETE FROM exceptions; DELETE FROM due_round_history WHERE due_round_id = ${of('missed')};
        DELETE FROM due_rounds WHERE status = 'missed'`,
      new RegExp(`^due_rounds ${due?.id}: removed; it is leaf`),
      /^due_round_history \S+: removed; it is leaf/,
    );
  });

  test('[TRUTH-06] is named where it was put off, or given to another guard', async () => {
    await expectNamed(
      `UPDATE due_rounds SET missed_at_ms = missed_at_ms + 60000 WHERE status = 'due'`,
      /^due_rounds \S+: missed_at_ms was altered; leaf/,
    );
    await expectNamed(
      `UPDATE due_rounds SET begun_by = gen_random_uuid() WHERE round_id IS NOT NULL`,
      /^due_rounds \S+: begun_by, begun_at_ms was altered; its round says something else/,
    );
  });

  test('[TRUTH-06] leaves what it was to be, where the product calls it off before it is due', async () => {
    const [left] = await run<{ name: string }>(
      `SELECT row #>> '{plan,tour_name}' AS name FROM record_versions WHERE row ? 'plan'`,
    );
    expect(left).toEqual({ name: 'Tour' });
    expect(await differences()).toEqual([]);
  });

  test('[TRUTH-06] is named where what was sent late for it was accepted', async () => {
    await expectNamed(
      `UPDATE late_arrivals SET accepted_until_ms = arrived_at_ms, accepted_at = now(), accepted_by = 'Another',
        acceptance = 'Seen on camera'`,
      /^late_arrivals \S+: acceptance, accepted_at, accepted_by, accepted_until_ms was altered/,
    );
  });
});

describe('an exception', () => {
  test('[TRUTH-06] is named where somebody closed it and wrote its history', async () => {
    await expectNamed(
      `UPDATE exceptions SET status = 'closed', closed_at_ms = opened_at_ms, outcome = 'justified',
          closing_reason = 'Flood' WHERE status = 'open';
        INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, text, details)
          SELECT tenant_id, gen_random_uuid(), id, opened_at_ms + 1, 'closed', 'user', 'Flood', '{"outcome": "justified"}'
          FROM exceptions WHERE closing_reason = 'Flood' AND outcome = 'justified'`,
      /^exception_history \S+: inserted; it never went through the product/,
      /^exceptions \S+: status, .* was altered; the newest version/,
    );
  });

  test('[TRUTH-06] is named where what somebody wrote of it is another’s', async () => {
    await expectNamed(
      `UPDATE exception_history SET actor_name = 'Another'`,
      /^exception_history \S+: actor_name was altered/,
    );
  });
});

describe('a flag', () => {
  test('[TRUTH-06] is named where somebody took it off a round, or put one on', async () => {
    await expectNamed(
      'DELETE FROM round_doubts',
      /^round_doubts \S+: \w+ was altered; 0 scans are said to bear it, [12] do$/,
    );
    await expectNamed(
      `INSERT INTO round_doubts (tenant_id, round_id, flag, scans, started_at_ms)
        SELECT tenant_id, id, 'poorAccuracy', 2, started_at_ms FROM rounds`,
      /^round_doubts \S+: poorAccuracy was altered; 2 scans are said to bear it, 0 do$/,
    );
  });
});
