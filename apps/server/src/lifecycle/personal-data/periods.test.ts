// What is kept for a stated time goes after it, and nothing before.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeGuard, makeMail, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { applyPeriods } from './personal-data.jobs.ts';

let server: TestApp;
let tenant: MadeTenant;
let userId: string;
const problems: string[] = [];

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  userId = (await makeUser(server.owner, tenant)).id;
});

const run = async <Row>(text: string, ...values: unknown[]) =>
  (await server.owner.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
const runPeriods = () =>
  applyPeriods(
    { files: testFiles(), sealing: testSealing(), onProblem: (problem) => problems.push(problem) },
    server.database,
  );

/** [table, how long it is kept, columns, values]; $1 tenant, $2 user, $3 a new id, $4 the moment. */
const rows: readonly (readonly [string, string, string])[] = [
  [
    'sessions',
    '0 days',
    `(tenant_id, user_id, token_hash, expires_at) VALUES ($1, $2, decode(replace($3::text, '-', ''), 'hex'), $4)`,
  ],
  [
    'known_devices',
    '400 days',
    `(tenant_id, user_id, device_hash, last_used_at) VALUES ($1, $2, decode(replace($3::text, '-', ''), 'hex'), $4)`,
  ],
  [
    'notifications',
    '180 days',
    `(tenant_id, user_id, no, id, kind, params, created_at)
      VALUES ($1, $2, (random() * 1000000)::int, $3, 'sosRaised', '{}', $4)`,
  ],
  [
    'sign_in_failures',
    '1 day',
    '(tenant_id, subject, failures, window_started_at) SELECT $1, $3::text, 1, $4 WHERE $2::uuid IS NOT NULL',
  ],
  [
    'pending_sign_ins',
    '0 days',
    `(tenant_id, user_id, token_hash, must_enrol, expires_at)
      VALUES ($1, $2, decode(replace($3::text, '-', ''), 'hex'), false, $4)`,
  ],
  [
    'spent_challenges',
    '0 days',
    `(tenant_id, challenge_hash, expires_at)
      SELECT $1, decode(replace($3::text, '-', ''), 'hex'), $4 WHERE $2::uuid IS NOT NULL`,
  ],
  [
    'password_codes',
    '1 day',
    `(tenant_id, user_id, id, email_hash, otp_mac, created_at, expires_at) VALUES ($1, $2, $3, '\\x00', '\\x00', $4, $4)`,
  ],
  [
    'record_imports',
    '30 days',
    `(tenant_id, user_id, id, kind, origin, file_name, headings, row_count, mapping, state, created_at)
      VALUES ($1, $2, $3, 'guard', '{}', 'guards.csv', '{}', 1, '{}', 'done', $4)`,
  ],
];

describe('the night', () => {
  it.each(rows)('clears %s after %s, and not before', async (table, period, text) => {
    for (const age of ['2 hours', '-2 hours']) {
      const [at] = await run<{ at: Date }>(`SELECT now() - $1::interval - $2::interval AS at`, period, age);
      await run(`INSERT INTO ${table} ${text}`, tenant.id, userId, randomUUID(), at?.at);
    }
    const count = async () =>
      (await run<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1`, tenant.id))[0]
        ?.n;
    expect(await count()).toBe(2);
    await runPeriods();
    expect([await count(), problems]).toEqual([1, []]);
  });

  it('clears mail that was sent 90 days ago, and leaves what still waits', async () => {
    const old = { created_at: new Date(Date.now() - 91 * 86_400_000) };
    const ids = await Promise.all([
      makeMail(server.owner, tenant, { ...old, state: 'sent' }),
      makeMail(server.owner, tenant, { ...old, state: 'queued' }),
      makeMail(server.owner, tenant, { state: 'sent' }),
    ]);
    await runPeriods();
    const left = await run<{ id: string }>('SELECT id FROM mail_messages WHERE tenant_id = $1', tenant.id);
    expect(left.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted());
  });

  it('leaves an import that is still under way, however old it is', async () => {
    const text = `INSERT INTO record_imports
        (tenant_id, user_id, id, kind, origin, file_name, headings, row_count, mapping, state, created_at)
      VALUES ($1, $2, $3, 'guard', '{}', 'guards.csv', '{}', 1, '{}', $4, now() - interval '31 days')`;
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const states = ['queued', 'running', 'refused'];
    for (const [at, id] of ids.entries()) await run(text, tenant.id, userId, id, states[at]);
    await runPeriods();
    const left = await run<{ id: string }>('SELECT id FROM record_imports WHERE id = ANY ($1)', ids);
    expect(left.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  });

  it('erases guards whose deletion no one undid for 30 days', async () => {
    const gone = (days: number) => ({
      activated: false,
      deleted_at: new Date(Date.now() - days * 86_400_000),
    });
    const old = await makeGuard(server.owner, tenant, { first_name: 'Olden', ...gone(31) });
    const young = await makeGuard(server.owner, tenant, { first_name: 'Younger', ...gone(29) });
    await runPeriods();
    const names = await run<{ id: string; name: string }>(
      'SELECT id, first_name AS name FROM guards WHERE tenant_id = $1',
      tenant.id,
    );
    expect(names.find(({ id }) => id === young.id)?.name).toBe('Younger');
    expect(names.find(({ id }) => id === old.id)?.name).toMatch(/^Erased [0-9a-f]{8}$/);
  });
});
