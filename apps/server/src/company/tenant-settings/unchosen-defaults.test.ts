// What an upgrade makes of defaults that were stored by saving other settings.
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { emptyDatabase } from '../../lifecycle/backup/backup.testing.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { makeTenant } from '../../testing/factories.ts';

test('[GRID-06] an upgrade forgets a default that no one chose, and keeps what someone did', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, '0093-marks-by-place');
  const run = (text: string, values: readonly unknown[]) =>
    owner.executeQuery(CompiledQuery.raw(text, [...values]));
  const store = async (config: Record<string, string>, changed: readonly object[]) => {
    const { id } = await makeTenant(owner);
    for (const [key, value] of Object.entries(config))
      await run('INSERT INTO tenant_config VALUES ($1, $2, $3)', [id, key, value]);
    for (const after of changed) {
      await run(
        `INSERT INTO audit_entries (tenant_id, id, at_ms, actor_name, action, subject_type, subject_id, subject_label,
          after, address, agent, request_id)
          VALUES ($1::uuid, $2, 1, 'A', 'settings.changed', 'tenant', $1::uuid::text, 'T', $3, '', '', '')`,
        [id, uuidv7(), JSON.stringify(after)],
      );
    }
    return id;
  };
  const unchosen = await store({ pageSize: '30', language: 'en', mapZoom: '11', logo: '' }, [
    { name: 'New' },
  ]);
  const chosen = await store({ pageSize: '30', language: 'en' }, [{ pageSize: 20 }, { pageSize: 30 }]);
  const other = await store({ pageSize: '50', dutyLimitHours: '12', timeZone: 'Europe/Paris' }, []);
  await migrate(owner);
  const storedOf = async (id: string) => {
    const rows = await owner
      .selectFrom('tenant_config')
      .select(['config_key as key', 'config_value as value'])
      .where('tenant_id', '=', id)
      .execute();
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };
  expect(await storedOf(unchosen)).toEqual({ logo: '' });
  expect(await storedOf(chosen)).toEqual({ pageSize: '30' });
  expect(await storedOf(other)).toEqual({ pageSize: '50', dutyLimitHours: '12', timeZone: 'Europe/Paris' });
});
