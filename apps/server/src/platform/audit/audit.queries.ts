import { CompiledQuery } from 'kysely';
import { type AuditAction, auditActions } from '@watchpost/domain/audit-actions';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/database.ts';
import { storableJson } from '../db/storable-json.ts';
import type { AuditOrigin } from './audit-origin.ts';

export interface AuditEvent {
  readonly action: AuditAction;
  /** Left out for an action that somebody does to the own account. */
  readonly subject?: { readonly id: string; readonly label: string };
  /** Changed fields alone (changedFields); never a password, a hash, a code or a token. */
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

const nameMaxLength = 200;

/** Milliseconds that a UUID of version 7 carries. */
export function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/**
 * Writes one entry with the transaction of `db`, so that it stands exactly when the change does. Throws TypeError
 * when neither the event nor the origin names a subject.
 */
export async function insertAuditEntry(db: Db, origin: AuditOrigin, event: AuditEvent): Promise<void> {
  const { actor } = origin;
  const subjectId = event.subject?.id ?? actor?.id;
  if (subjectId === undefined) throw new TypeError(`${event.action} needs a subject`);
  const id = uuidv7();
  const text = `WITH actor AS (
      SELECT left(coalesce(max(coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email)), ''),
        ${nameMaxLength}) AS name
      FROM users WHERE tenant_id = $1::uuid AND id = $4::uuid
    ), entry AS (
      INSERT INTO audit_entries (tenant_id, id, at_ms, actor_id, actor_name, actor_role, action, subject_type,
        subject_id, subject_label, before, after, address, agent, request_id)
      SELECT $1::uuid, $2::uuid, $3::bigint, $4::uuid, actor.name, $5::text, $6::text, $7::text, $8::text,
        coalesce($9::text, actor.name), $10::jsonb, $11::jsonb, $12::text, $13::text, $14::text
      FROM actor RETURNING actor_id::text, actor_name, subject_id, subject_label
    )
    INSERT INTO audit_names (tenant_id, kind, id, name)
    SELECT $1::uuid, 'actor', actor_id, actor_name FROM entry WHERE actor_id IS NOT NULL
    UNION ALL SELECT $1::uuid, 'subject', subject_id, subject_label FROM entry
    ON CONFLICT DO NOTHING`;
  const values = [
    origin.tenantId,
    id,
    timeOf(id),
    actor?.id ?? null,
    actor?.role ?? null,
    event.action,
    auditActions[event.action],
    subjectId.slice(0, nameMaxLength),
    event.subject?.label.slice(0, nameMaxLength) ?? null,
    jsonOf(event.before),
    jsonOf(event.after),
    origin.address,
    origin.agent,
    origin.requestId,
  ];
  await db.executeQuery(CompiledQuery.raw(text, values));
}

function jsonOf(fields: AuditEvent['before']): string | null {
  if (fields === undefined || fields === null) return null;
  return storableJson(fields);
}
