// An exception as the judging of rounds leaves it, straight in the database.
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { MadeTenant } from './factories.ts';

type Values = Partial<Insertable<Tables['exceptions']>>;

/** Missed, open and opened just now unless the values say otherwise; its id. */
export async function makeException(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  values: Values = {},
): Promise<string> {
  const nowMs = Date.now();
  const row: Insertable<Tables['exceptions']> = {
    tenant_id: tenant.id,
    id: uuidv7(),
    kind: 'missed',
    subject_id: uuidv7(),
    severity: 3,
    reasons: ['missed'],
    site_id: siteId,
    route_name: 'Night walk',
    happened_at_ms: nowMs - 60_000,
    opened_at_ms: nowMs,
    ...values,
  };
  await owner.insertInto('exceptions').values(row).execute();
  return row.id;
}

/** One that was closed an hour after it was opened. */
export function makeClosedException(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  values: Values = {},
): Promise<string> {
  const nowMs = Date.now();
  return makeException(owner, tenant, siteId, {
    status: 'closed',
    opened_at_ms: nowMs - 3_600_000,
    taken_at_ms: nowMs - 1_800_000,
    closed_at_ms: nowMs,
    outcome: 'falseAlarm',
    closing_reason: 'The clock was wrong.',
    ...values,
  });
}
