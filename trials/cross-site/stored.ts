// What the database holds, as one number a table, to tell whether anything was written.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';

/** Records and settings that nothing but somebody's request changes: tours and scheduled reports bear how far the clock came with them. */
const tables = [
  'app_settings',
  'authenticators',
  'checkpoints',
  'devices',
  'floor_plans',
  'guards',
  'list_preferences',
  'notification_preferences',
  'passkeys',
  'patrol_routes',
  'post_order_versions',
  'provider_identities',
  'push_subscriptions',
  'qr_codes',
  'question_versions',
  'record_imports',
  'shifts',
  'sign_in_providers',
  'site_holidays',
  'sites',
  'sub_admins',
  'tenant_config',
  'tenant_settings',
  'users',
] as const;

export async function fingerprints(owner: Db): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of tables) {
    const text = `SELECT count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS print FROM "${name}" AS t`;
    const { rows: prints } = await owner.executeQuery<{ print: string }>(CompiledQuery.raw(text));
    found.set(name, prints[0]?.print ?? '');
  }
  return found;
}

export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name);
}
