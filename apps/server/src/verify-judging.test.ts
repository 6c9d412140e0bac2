// What judges records is in the log as the records are: whoever alters or deletes it behind the product's back is named.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operatorOrigin } from './audit/audit-origin.ts';
import { insertAuditEntry } from './audit/audit.queries.ts';
import {
  dueWorld,
  keepTables,
  makeSealedWorld,
  runAsOwner,
  runAsReplica,
  type SealedWorld,
  secrets,
  walkWorld,
} from './evidence/sealed-world.testing.ts';
import { raiseOfRounds } from './exceptions/raise-exceptions.queries.ts';
import { verifyAll } from './features/verification/verification.service.ts';
import { makeUser } from './testing/factories.ts';
import { makeTour } from './testing/make-tour.ts';
import { browserOfNew } from './testing/made-sessions.ts';
import { type Caller, testApp } from './testing/test-app.ts';

const server = await testApp();
const { owner } = server;
const tables = [
  'trust_settings',
  'tenant_settings',
  'sub_admins',
  'users',
  'sites',
  'checkpoints',
  'patrol_tours',
  'tour_guards',
  'round_doubts',
  'audit_entries',
  'due_rounds',
  'due_round_history',
  'late_arrivals',
  'exceptions',
  'exception_history',
];
let world: SealedWorld;
let admin: Caller;
let restore: (table: string) => Promise<void>;

const run = <Row>(text: string, ...values: unknown[]) => runAsOwner<Row>(server, text, values);

/** What "npm run verify" says. */
async function differences(): Promise<readonly string[]> {
  for await (const found of verifyAll(owner, { secrets, anchors: [] })) return found.differences;
  throw new Error('no tenant');
}

/** Each edit, with triggers asleep, makes the check say this; and nothing before it. */
async function expectNamed(statement: string, said: RegExp): Promise<void> {
  expect(await differences()).toEqual([]);
  await runAsReplica(server, statement);
  expect(await differences()).toContainEqual(expect.stringMatching(said));
}

beforeAll(async () => {
  world = await makeSealedWorld(server);
  admin = await browserOfNew(server, world.tenant);
  const trust = await admin('GET', '/secure/app-settings/trust');
  expect(trust.statusCode).toBe(200);
  const { version, settings } = trust.json();
  const body = { version, settings: { ...settings, radiusSlackMetres: 5 } };
  expect((await admin('PUT', '/secure/app-settings/trust', { body })).statusCode).toBe(200);
  await insertAuditEntry(owner, operatorOrigin(world.tenant.id), {
    action: 'password.reset',
    subject: { id: world.guardId, label: 'An operator’s deed' },
  });
  await makeUser(owner, world.tenant, { siteId: world.siteId });
  await owner
    .insertInto('tenant_settings')
    .values({ tenant_id: world.tenant.id })
    .onConflict((on) => on.doNothing())
    .execute();
  await walkWorld(server, world);
  const db = server.database.forTenant(world.tenant.id);
  const tour_id = await makeTour(db, world.tenant, world.siteId);
  await owner
    .insertInto('tour_guards')
    .values({ tenant_id: world.tenant.id, tour_id, guard_id: world.guardId })
    .execute();
  await dueWorld(server, world);
  const rounds = await run<{ id: string }>('SELECT id FROM rounds');
  await raiseOfRounds(
    db,
    world.tenant.id,
    rounds.map(({ id }) => id),
  );
  // Done with that; the check passes over what a job has still to look at.
  await run('DELETE FROM graphile_worker._private_jobs');
  await world.seal();
  restore = await keepTables(server, tables);
});

afterEach(async () => {
  for (const table of tables) await restore(table);
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
    await restore('audit_entries');
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
    await restore('due_rounds');
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
    );
    expect((await differences()).join('\n')).toMatch(/^due_round_history \S+: removed; it is leaf/m);
  });

  test('[TRUTH-06] is named where it was put off, or given to another guard', async () => {
    await expectNamed(
      `UPDATE due_rounds SET missed_at_ms = missed_at_ms + 60000 WHERE status = 'due'`,
      /^due_rounds \S+: missed_at_ms was altered; leaf/,
    );
    await restore('due_rounds');
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
    );
    expect((await differences()).join('\n')).toMatch(
      /^exceptions \S+: status, .* was altered; the newest version/m,
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
    await restore('round_doubts');
    await expectNamed(
      `INSERT INTO round_doubts (tenant_id, round_id, flag, scans, started_at_ms)
        SELECT tenant_id, id, 'poorAccuracy', 2, started_at_ms FROM rounds`,
      /^round_doubts \S+: poorAccuracy was altered; 2 scans are said to bear it, 0 do$/,
    );
  });
});

describe('what rounds are judged by, and who may see what', () => {
  test('[TRUTH-06] settings of trust are named where somebody altered, deleted or put them in', async () => {
    await expectNamed(
      `UPDATE trust_settings SET settings = settings || '{"radiusSlackMetres": 500}'`,
      /^trust_settings 1: settings was altered; the newest version of it says something else/,
    );
    await restore('trust_settings');
    await expectNamed('DELETE FROM trust_settings', /^trust_settings 1: removed; a version of it was kept/);
    await restore('trust_settings');
    await expectNamed(
      `INSERT INTO trust_settings SELECT tenant_id, 2, since_ms + 1, settings FROM trust_settings`,
      /^trust_settings 2: inserted; it never went through the product/,
    );
  });

  test('[TRUTH-06] the role of a person, and the site of a sub admin, are named where somebody altered them', async () => {
    await expectNamed(
      `UPDATE users SET role = 'superAdmin' WHERE role = 'subAdmin'`,
      /^users \S+: role was altered; the newest version/,
    );
    await restore('users');
    await expectNamed(
      `UPDATE sub_admins SET site_id = gen_random_uuid()`,
      /^sub_admins \S+: site_id was altered; the newest version/,
    );
    await restore('sub_admins');
    await expectNamed(
      `UPDATE tenant_settings SET sub_admin_access = '{"ROUNDS": ["view"]}'`,
      /^tenant_settings \S+: sub_admin_access was altered; the newest version/,
    );
  });

  test('[TRUTH-06] where a checkpoint is and which ways count there are named where somebody altered them', async () => {
    await expectNamed(
      `UPDATE checkpoints SET latitude = latitude + 0.001, scan_methods = '{position}'`,
      /^checkpoints \S+: (latitude, scan_methods|scan_methods, latitude) was altered; the newest version/,
    );
  });

  test('[TRUTH-06] a person who was put in as an administrator is named', async () => {
    await expectNamed(
      `INSERT INTO users (tenant_id, id, email, password_hash, role) SELECT tenant_id, gen_random_uuid(), 'a@example.com',
        '', 'superAdmin' FROM users LIMIT 1`,
      /^users \S+: inserted; it never went through the product/,
    );
  });

  test('[TRUTH-06] a state that the product itself deleted stays sealed, and the row may not come back', async () => {
    const [tour] = await run<{ tour_id: string }>('SELECT tour_id FROM tour_guards');
    await run('DELETE FROM tour_guards');
    await world.seal();
    expect(await differences()).toEqual([]);
    await runAsReplica(
      server,
      `INSERT INTO tour_guards SELECT tenant_id, '${tour?.tour_id}', '${world.guardId}' FROM patrol_tours LIMIT 1`,
    );
    expect(await differences()).toEqual([
      `tour_guards ${tour?.tour_id} ${world.guardId}: inserted; it never went through the product`,
    ]);
  });

  test('[TRUTH-06] holds nobody’s name, address or number, and no secret of a screen', async () => {
    const columns = await run<{ column: string }>(
      `SELECT DISTINCT jsonb_object_keys(row) AS column FROM record_versions
        WHERE source IN ('users', 'sites', 'checkpoint_screens') AND jsonb_typeof(row) = 'object'`,
    );
    const kept = columns.map(({ column }) => column);
    for (const name of [
      'email',
      'first_name',
      'phone_number',
      'password_hash',
      'contact_name',
      'address',
      'secret',
    ])
      expect(kept).not.toContain(name);
  });
});
