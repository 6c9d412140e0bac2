import { CompiledQuery, sql } from 'kysely';
import type { FieldSos, SosPosition } from '@watchpost/contract/sos';
import type { FieldTime } from '@watchpost/domain/device-clock';
import { boardDutyHours, boardRoundHours } from '@watchpost/domain/live-board';
import { roundStatus } from '@watchpost/domain/round-status';
import { sosNoticesPerHour } from '@watchpost/domain/sos';
import { knownPosition } from '@watchpost/domain/geo';

import type { GuardScope } from '../../platform/access/caller.ts';

const hourMs = 3_600_000;

/**
 * Where a guard who calls is: at the site that the device names if it is one of the guard's, else where the duty or
 * the round under way is, else where the last duty was, else the first of the guard's sites. Null for a guard who is
 * posted nowhere: no doubt about the place holds up a call.
 */
export async function findSosSite(
  { db, tenantId, guardId }: GuardScope,
  namedSiteId: string | null,
  nowMs: number,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const text = `SELECT s.id, s.name FROM guard_sites g JOIN sites s ON s.tenant_id = $1::uuid AND s.id = g.site_id
    LEFT JOIN LATERAL (SELECT d.at_ms, d.ended_at_ms IS NULL AND d.at_ms > $4::bigint AS is_open FROM duty_sessions d
      WHERE d.tenant_id = $1::uuid AND d.guard_id = $2::uuid AND d.site_id = s.id
      ORDER BY d.at_ms DESC, d.id DESC LIMIT 1) AS duty ON true
    LEFT JOIN LATERAL (SELECT r.started_at_ms FROM rounds r
      WHERE r.tenant_id = $1::uuid AND r.guard_id = $2::uuid AND r.site_id = s.id AND r.started_at_ms > $5::bigint
        AND r.status_code = ${roundStatus.inProgress} ORDER BY r.started_at_ms DESC LIMIT 1) AS round ON true
    WHERE g.tenant_id = $1::uuid AND g.guard_id = $2::uuid
    ORDER BY s.deleted_at IS NOT NULL, s.id = $3::uuid DESC NULLS LAST, duty.is_open DESC NULLS LAST,
      round.started_at_ms DESC NULLS LAST, duty.at_ms DESC NULLS LAST, s.name, s.id LIMIT 1`;
  const { rows } = await db.executeQuery<{ id: string; name: string }>(
    CompiledQuery.raw(text, [
      tenantId,
      guardId,
      namedSiteId,
      nowMs - boardDutyHours * hourMs,
      nowMs - boardRoundHours * hourMs,
    ]),
  );
  return rows[0] ?? null;
}

export interface SentSos {
  readonly sos: FieldSos;
  readonly bodyHash: string;
  readonly siteId: string | null;
  readonly receivedAtMs: number;
  readonly time: FieldTime;
}

/** The column is single: what is too small for it would be an error, not nothing. */
const singleOf = (metres: number | null) => (metres === null ? null : Math.fround(metres));

/** False when the id is taken, be it by the same call. */
export async function insertSos(
  { db, tenantId, guardId, deviceId }: GuardScope,
  { sos, bodyHash, siteId, receivedAtMs, time }: SentSos,
): Promise<boolean> {
  const { id } = sos;
  const position = knownPosition(sos.position);
  const row = await db
    .insertInto('sos_calls')
    .values({
      tenant_id: tenantId,
      id,
      guard_id: guardId,
      device_id: deviceId,
      site_id: siteId,
      device_at_ms: time.atMs,
      phone_at_ms: time.phoneAtMs,
      received_at_ms: receivedAtMs,
      clock_skew_ms: time.clockSkewMs,
      body_hash: bodyHash,
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      accuracy_metres: singleOf(position?.accuracyMetres ?? null),
      position_at_ms: position === null ? null : time.happenedAtMs,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Names the notice of a call: one for each, until there are so many of one guard that there is one an hour and site for all of them. */
export async function nameSosNotice(
  { db, tenantId, guardId }: GuardScope,
  {
    id,
    siteId,
    receivedAtMs,
  }: { readonly id: string; readonly siteId: string | null; readonly receivedAtMs: number },
): Promise<string> {
  const { raised } = await db
    .selectFrom('sos_calls')
    .select(sql<number>`count(*)::int`.as('raised'))
    .where('tenant_id', '=', tenantId)
    .where('guard_id', '=', guardId)
    .where('received_at_ms', '>', receivedAtMs - 3_600_000)
    .executeTakeFirstOrThrow();
  if (raised <= sosNoticesPerHour) return id;
  return `${guardId} ${siteId ?? ''} ${new Date(receivedAtMs).toISOString().slice(0, 13)}`;
}

export interface OwnSos {
  readonly bodyHash: string;
  readonly siteId: string | null;
  readonly receivedAtMs: number;
  readonly acknowledgedAtMs: number | null;
  readonly resolvedAtMs: number | null;
}

/** A call of this guard's; null for any other. */
export async function findOwnSos({ db, tenantId, guardId }: GuardScope, id: string): Promise<OwnSos | null> {
  const row = await db
    .selectFrom('sos_calls')
    .select([
      'body_hash as bodyHash',
      'site_id as siteId',
      'received_at_ms as receivedAtMs',
      'acknowledged_at_ms as acknowledgedAtMs',
      'resolved_at_ms as resolvedAtMs',
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('guard_id', '=', guardId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores those that are new, and moves the call's last known position on where one of them is later. */
export async function insertPositions(
  { db, tenantId }: GuardScope,
  sosId: string,
  positions: readonly (SosPosition & { readonly time: FieldTime })[],
  receivedAtMs: number,
): Promise<void> {
  const text = `WITH sent AS (
      SELECT * FROM unnest($3::uuid[], $4::bigint[], $5::double precision[], $6::double precision[], $7::real[],
        $9::bigint[]) AS s (id, at_ms, latitude, longitude, accuracy_metres, phone_at_ms)
    ), stored AS (
      INSERT INTO sos_positions (tenant_id, sos_id, id, at_ms, latitude, longitude, accuracy_metres, phone_at_ms,
        received_at_ms)
      SELECT $1::uuid, $2::uuid, sent.*, $8::bigint FROM sent ON CONFLICT DO NOTHING
    )
    UPDATE sos_calls c SET latitude = last.latitude, longitude = last.longitude,
      accuracy_metres = last.accuracy_metres, position_at_ms = last.at_ms
    FROM (SELECT * FROM sent ORDER BY at_ms DESC, id LIMIT 1) AS last
    WHERE c.tenant_id = $1::uuid AND c.id = $2::uuid
      AND (c.position_at_ms IS NULL OR c.position_at_ms < last.at_ms)`;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      sosId,
      positions.map(({ id }) => id),
      positions.map(({ time }) => time.happenedAtMs),
      positions.map(({ latitude }) => latitude),
      positions.map(({ longitude }) => longitude),
      positions.map(({ accuracyMetres }) => singleOf(accuracyMetres)),
      receivedAtMs,
      positions.map(({ time }) => time.phoneAtMs),
    ]),
  );
}

export async function updateSafe(
  { db, tenantId }: GuardScope,
  sosId: string,
  safeAtMs: number,
): Promise<void> {
  await db
    .updateTable('sos_calls')
    .set({ safe_at_ms: safeAtMs })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sosId)
    .where('safe_at_ms', 'is', null)
    .execute();
}

/** When the first word of the guard's safety arrived. */
export async function findSafeReceipt({ db, tenantId }: GuardScope, sosId: string): Promise<number> {
  const { atMs } = await db
    .selectFrom('sos_history')
    .select('received_at_ms as atMs')
    .where('tenant_id', '=', tenantId)
    .where('sos_id', '=', sosId)
    .where('kind', '=', 'safe')
    .executeTakeFirstOrThrow();
  return atMs;
}

export async function findGuardName({ db, tenantId, guardId }: GuardScope): Promise<string> {
  const { first, last } = await db
    .selectFrom('guards')
    .select(['first_name as first', 'last_name as last'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', guardId)
    .executeTakeFirstOrThrow();
  return `${first} ${last}`.trim();
}
