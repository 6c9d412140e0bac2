// What judges records is in the log as the records are: whoever alters or deletes it behind the product's back is named.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operatorOrigin } from './audit/audit-origin.ts';
import { insertAuditEntry } from './audit/audit.queries.ts';
import {
  keepTables,
  makeSealedWorld,
  runAsOwner,
  runAsReplica,
  type SealedWorld,
  secrets,
} from './evidence/sealed-world.testing.ts';
import { verifyAll } from './features/verification/verification.service.ts';
import { browserOfNew } from './testing/made-sessions.ts';
import { type Caller, testApp } from './testing/test-app.ts';

const server = await testApp();
const { owner } = server;
const tables = ['audit_entries'];
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
