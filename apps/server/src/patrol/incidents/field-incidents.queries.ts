import type { FieldIncident } from '@watchpost/contract/field-incidents';
import type { FieldTime } from '@watchpost/domain/device-clock';
import type { TrustFlag } from '@watchpost/domain/trust';
import { knownPosition } from '@watchpost/domain/geo';
import { sql } from 'kysely';
import type { GuardScope } from '../../platform/access/caller.ts';
import { insertReported } from './reported-incidents.queries.ts';

export interface SentIncident {
  readonly incident: FieldIncident;
  readonly bodyHash: string;
  readonly receivedAtMs: number;
  readonly time: FieldTime;
  readonly flags: readonly TrustFlag[];
}

/** Whether the guard is posted at the site, be it deleted by now: what happened there before is to be known. */
export async function isPosted({ db, tenantId, guardId }: GuardScope, siteId: string): Promise<boolean> {
  const row = await db
    .selectFrom('guard_sites')
    .select('site_id')
    .where('tenant_id', '=', tenantId)
    .where('guard_id', '=', guardId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Within the caller's transaction. False when the id is taken, be it by the same report. */
export function insertReport(scope: GuardScope, sent: SentIncident): Promise<boolean> {
  const { db, tenantId, guardId, deviceId } = scope;
  const { id, siteId, type, severity, description } = sent.incident;
  const position = knownPosition(sent.incident.position);
  const { atMs, phoneAtMs, clockSkewMs } = sent.time;
  return insertReported(
    { db, tenantId },
    { receivedAtMs: sent.receivedAtMs, flags: sent.flags },
    {
      id,
      site_id: siteId,
      guard_id: guardId,
      type,
      severity,
      description,
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      // The column is single: what is too small for it would be an error, not nothing.
      accuracy_metres: position === null ? null : Math.fround(position.accuracyMetres),
      device_id: deviceId,
      device_at_ms: atMs,
      phone_at_ms: phoneAtMs,
      clock_skew_ms: clockSkewMs,
      body_hash: sent.bodyHash,
    },
  );
}

export interface StoredReport {
  readonly bodyHash: string | null;
  readonly receivedAtMs: number;
  readonly photos: number;
  /** Null for what a record of before does not say. */
  readonly deviceAtMs: number | null;
  readonly phoneAtMs: number | null;
  readonly clockSkewMs: number | null;
}

/** A report that this guard or this device sent; null for any other incident. */
export async function findReport(
  { db, tenantId, guardId, deviceId }: GuardScope,
  id: string,
): Promise<StoredReport | null> {
  const row = await db
    .selectFrom('incidents as r')
    .select(['body_hash as bodyHash', 'device_at_ms as deviceAtMs', 'phone_at_ms as phoneAtMs'])
    .select('clock_skew_ms as clockSkewMs')
    .select(sql<number>`floor(extract(epoch FROM r.reported_at) * 1000)::float8`.as('receivedAtMs'))
    .select(
      sql<number>`(SELECT count(*)::int FROM incident_photos p WHERE p.tenant_id = r.tenant_id
        AND p.incident_id = r.id)`.as('photos'),
    )
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('device_id', 'is not', null)
    .where((where) => where.or([where('guard_id', '=', guardId), where('device_id', '=', deviceId)]))
    .executeTakeFirst();
  return row ?? null;
}

/** Until the transaction ends, no one else adds to the incident. */
export async function holdIncident({ db, tenantId }: GuardScope, id: string): Promise<void> {
  await db
    .selectFrom('incidents')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

export interface StoredPhoto {
  readonly incidentId: string;
  readonly sentHash: string | null;
  readonly receivedAtMs: number;
}

export async function findSentPhoto(
  { db, tenantId }: GuardScope,
  photoId: string,
): Promise<StoredPhoto | null> {
  const row = await db
    .selectFrom('incident_photos as p')
    .select(['incident_id as incidentId', 'sent_hash as sentHash'])
    .select(sql<number>`floor(extract(epoch FROM p.added_at) * 1000)::float8`.as('receivedAtMs'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', photoId)
    .executeTakeFirst();
  return row ?? null;
}

/** False when the id is taken, be it by the same photo. */
export async function insertSentPhoto(
  { db, tenantId }: GuardScope,
  photo: {
    readonly id: string;
    readonly incidentId: string;
    readonly fileId: string;
    readonly sentHash: string;
  },
): Promise<boolean> {
  const row = await db
    .insertInto('incident_photos')
    .values({
      tenant_id: tenantId,
      id: photo.id,
      incident_id: photo.incidentId,
      file_id: photo.fileId,
      sent_hash: photo.sentHash,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
