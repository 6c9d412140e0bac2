import { CompiledQuery } from 'kysely';
import type { SosEventKind } from '@watchpost/domain/sos';
import type { TrustFlag } from '@watchpost/domain/trust';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';

export interface SosEvent {
  readonly sosId: string;
  readonly kind: SosEventKind;
  /** The device's own, where one sent it. */
  readonly id?: string;
  readonly atMs: number;
  /** What the phone's clock said, where it was not taken at its word. */
  readonly phoneAtMs?: number | null;
  readonly receivedAtMs: number;
  readonly actor: { readonly kind: 'user' | 'guard'; readonly id: string };
  readonly comment?: string;
  readonly flags?: readonly TrustFlag[];
}

const named = {
  user: `coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email) FROM users`,
  guard: `trim(concat(first_name, ' ', last_name)) FROM guards`,
} as const;

/** Within the transaction of the change. False when the same became of the call before. */
export async function insertSosEvent(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  { sosId, kind, id = uuidv7(), atMs, phoneAtMs = null, receivedAtMs, actor, comment = '', flags }: SosEvent,
): Promise<boolean> {
  const text = `INSERT INTO sos_history (tenant_id, sos_id, kind, id, at_ms, received_at_ms, actor_kind, actor_id,
      actor_name, comment, flags, phone_at_ms)
    SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, $5::bigint, $6::bigint, $7::text, $8::uuid,
      coalesce((SELECT ${named[actor.kind]} WHERE tenant_id = $1::uuid AND id = $8::uuid), ''), $9::text,
      nullif($10::text[], '{}'), $11::bigint
    ON CONFLICT DO NOTHING RETURNING id`;
  const details = [actor.kind, actor.id, comment, flags ?? [], phoneAtMs];
  const values = [tenantId, sosId, kind, id, atMs, receivedAtMs, ...details];
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return rows.length > 0;
}

/** Whether it is this user who is named as having seen the call first. */
export async function hasAcknowledged(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  sosId: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('sos_history')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('sos_id', '=', sosId)
    .where('kind', '=', 'acknowledged')
    .where('actor_kind', '=', 'user')
    .where('actor_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
