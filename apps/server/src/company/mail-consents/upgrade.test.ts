// What becomes of the recipients that reports had before people without an account were asked.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../lifecycle/backup/backup.testing.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { makeTenant } from '../../testing/factories.ts';

test('[TRUTH-12] an upgrade goes on mailing those who were mailed, and none who had stopped', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, '0070-rounds-changed-at-once');
  const { id: tenant } = await makeTenant(owner);
  const run = (text: string, values: readonly unknown[]) =>
    owner.executeQuery(CompiledQuery.raw(text, [...values]));
  const report = async (isDeleted: boolean) => {
    const id = randomUUID();
    await run(
      `INSERT INTO scheduled_reports (tenant_id, id, name, timing, contents, period, formats, language, deleted_at)
        VALUES ($1, $2, 'R', '{"kind": "daily", "minute": 1}', '{}', 'day', '{}', 'hi', $3)`,
      [tenant, id, isDeleted ? new Date() : null],
    );
    return id;
  };
  const [one, two, deleted] = [await report(false), await report(false), await report(true)];
  const add = (id: string, email: string, place: number | null, ended: Date | null) =>
    run(
      `INSERT INTO scheduled_report_recipients (tenant_id, report_id, email, place, unsubscribe_token, unsubscribed_at)
        VALUES ($1, $2, $3, $4, $5, $6)`,
      [tenant, id, email, place, randomUUID(), ended],
    );
  await add(one, 'reader@x.example', 0, null);
  await add(one, 'partly@x.example', 1, new Date());
  await add(two, 'partly@x.example', 0, null);
  await add(two, 'stopped@x.example', null, new Date());
  await add(deleted, 'deleted@x.example', 0, null);
  await migrate(owner);
  const found = await owner
    .selectFrom('mail_consents')
    .select(['address', 'state', 'purpose', 'language', 'invitations'])
    .orderBy('address')
    .execute();
  const rest = { purpose: 'scheduledReports', language: 'hi', invitations: 0 };
  expect(found).toEqual([
    { address: 'partly@x.example', state: 'agreedBefore', ...rest },
    { address: 'reader@x.example', state: 'agreedBefore', ...rest },
    { address: 'stopped@x.example', state: 'stopped', ...rest },
  ]);
});
