// Each state of the settings of trust and access is sealed: an edit behind the product's back is named.
import { beforeAll, describe, expect, test } from 'vitest';
import { settingsWorld, tamperingOf } from '../patrol/evidence/judged-world.testing.ts';
import {
  makeSealedWorld,
  runAsOwner,
  runAsReplica,
  type SealedWorld,
} from '../patrol/evidence/sealed-world.testing.ts';
import { testApp } from '../testing/test-app.ts';

const server = await testApp();
const tables = [
  'trust_settings',
  'tenant_settings',
  'sub_admins',
  'users',
  'sites',
  'checkpoints',
  'patrol_tours',
  'tour_guards',
];
let world: SealedWorld;
let differences: Tampering['differences'];
let expectNamed: Tampering['expectNamed'];
type Tampering = Awaited<ReturnType<typeof tamperingOf>>;

const run = <Row>(text: string, ...values: unknown[]) => runAsOwner<Row>(server, text, values);

beforeAll(async () => {
  world = await makeSealedWorld(server);
  await settingsWorld(server, world);
  await world.seal();
  ({ differences, expectNamed } = await tamperingOf(server, tables));
});

describe('what rounds are judged by, and who may see what', () => {
  test('[TRUTH-06] settings of trust are named where somebody altered, deleted or put them in', async () => {
    await expectNamed(
      `UPDATE trust_settings SET settings = settings || '{"radiusSlackMetres": 500}'`,
      /^trust_settings 1: settings was altered; the newest version of it says something else/,
    );
    await expectNamed('DELETE FROM trust_settings', /^trust_settings 1: removed; a version of it was kept/);
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
    await expectNamed(
      `UPDATE sub_admins SET site_id = gen_random_uuid()`,
      /^sub_admins \S+: site_id was altered; the newest version/,
    );
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

  test('[TRUTH-06] holds no one’s name, address or number, and no secret of a screen', async () => {
    const columns = await run<{ column: string }>(
      `SELECT DISTINCT jsonb_object_keys(row) AS column FROM record_versions
        WHERE source IN ('users', 'sites', 'checkpoint_screens') AND jsonb_typeof(row) = 'object'`,
    );
    const compared = columns.map(({ column }) => column);
    for (const name of [
      'email',
      'first_name',
      'phone_number',
      'password_hash',
      'contact_name',
      'address',
      'secret',
    ])
      expect(compared).not.toContain(name);
  });
});
