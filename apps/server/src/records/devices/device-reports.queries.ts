// What phones report of themselves, as far as it is believed.
import { CompiledQuery } from 'kysely';
import { deviceSeenEveryMs, type DeviceStatus, phoneName } from '@watchpost/domain/devices';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';

export interface ReportingDevice {
  readonly status: DeviceStatus;
  /** Number of the last report that a key of the phone signed; null while none was. */
  readonly reportNo: number | null;
  /** Public keys that the phone holds, as far as the server can know. */
  readonly living: readonly string[];
  /** Whether the phone ever had a key that was not merely claimed. */
  readonly hasHadKey: boolean;
}

/** Null for one that no one ever signed in with. */
export async function findReporting(
  db: Db,
  tenantId: string,
  deviceId: string,
): Promise<ReportingDevice | null> {
  const text = `SELECT d.status, d.report_no AS "reportNo", ARRAY_AGG(k.public_key ORDER BY k.enrolled_at_ms, k.id)
      FILTER (WHERE k.enrolled_at_ms > coalesce(d.wiped_at_ms, 0)) AS living, count(k.id) > 0 AS "hasHadKey"
    FROM devices d LEFT JOIN device_keys k ON k.tenant_id = $1::uuid AND k.device_id = $2::uuid
      AND k.is_vouched IS NOT FALSE
    WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid GROUP BY d.tenant_id, d.id`;
  const { rows } = await db.executeQuery<
    Omit<ReportingDevice, 'living'> & { readonly living: string[] | null }
  >(CompiledQuery.raw(text, [tenantId, deviceId]));
  const [found] = rows;
  return found === undefined ? null : { ...found, living: found.living ?? [] };
}

export interface TakenReport {
  readonly deviceId: string;
  readonly appVersion: string | undefined;
  readonly waiting: number;
  readonly nowMs: number;
  /** Null for a report that no key of the phone signed. */
  readonly no: number | null;
  /** Whether the phone itself was heard of, and not only its id. */
  readonly isHeard: boolean;
}

/** A report that was signed counts once, and none from before it. */
const isNext = '($6::bigint IS NULL OR coalesce(report_no, 0) < $6::bigint)';

/** Written when it says something new, else now and then. */
export async function noteReport(
  db: Db,
  tenantId: string,
  { deviceId, appVersion, waiting, nowMs, no, isHeard }: TakenReport,
): Promise<void> {
  const text = `UPDATE devices SET last_seen_ms = CASE WHEN $8::boolean THEN greatest(last_seen_ms, $3::bigint)
        ELSE last_seen_ms END,
      waiting = $4::int, waiting_told_ms = $3::bigint, app_version = coalesce($5::text, app_version),
      report_no = coalesce($6::bigint, report_no)
    WHERE tenant_id = $1::uuid AND id = $2::uuid AND ${isNext}
      AND (coalesce(waiting_told_ms, 0) < $7::bigint OR waiting IS DISTINCT FROM $4::int
        OR app_version <> coalesce($5::text, app_version) OR (report_no IS NULL AND $6::bigint IS NOT NULL))`;
  const values = [tenantId, deviceId, nowMs, waiting, appVersion ?? null, no, nowMs - deviceSeenEveryMs];
  await db.executeQuery(CompiledQuery.raw(text, [...values, isHeard]));
}

export interface TakenWipe {
  readonly deviceId: string;
  readonly lost: number;
  readonly nowMs: number;
  readonly no: number | null;
}

/** That the phone has wiped itself, once, where it was asked to; its sessions are of no more use. */
export async function noteWipe(
  db: Db,
  tenantId: string,
  { deviceId, lost, nowMs, no }: TakenWipe,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const text = `UPDATE devices SET status = 'wiped', status_since_ms = $3::bigint, wiped_at_ms = $3::bigint,
        lost_records = $4::int, waiting = 0, waiting_told_ms = $3::bigint, version = version + 1,
        is_wipe_proved = $5::boolean, claimed_wipe_ms = NULL, claimed_lost = NULL, report_no = coalesce($6::bigint, report_no)
      WHERE tenant_id = $1::uuid AND id = $2::uuid AND status = 'wipeAsked' AND ${isNext} RETURNING name, agent`;
    const { rows } = await transaction.executeQuery<{ name: string; agent: string }>(
      CompiledQuery.raw(text, [tenantId, deviceId, nowMs, lost, no !== null, no]),
    );
    const [device] = rows;
    if (device === undefined) return;
    await transaction
      .deleteFrom('sessions')
      .where('tenant_id', '=', tenantId)
      .where('device_id', '=', deviceId)
      .execute();
    await insertAuditEntry(transaction, origin, {
      action: 'device.wiped',
      subject: { id: deviceId, label: phoneName(device) },
      before: { status: 'wipeAsked' },
      after: { status: 'wiped', lostRecords: lost },
    });
  });
}

/** That a wipe was reported of a phone that was asked for one, without a signature of its keys: the first such word stands. */
export async function noteClaimedWipe(
  db: Db,
  tenantId: string,
  { deviceId, lost, nowMs }: Omit<TakenWipe, 'no'>,
): Promise<void> {
  const text = `UPDATE devices SET claimed_wipe_ms = $3::bigint, claimed_lost = $4::int
    WHERE tenant_id = $1::uuid AND id = $2::uuid AND status = 'wipeAsked' AND claimed_wipe_ms IS NULL`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, deviceId, nowMs, lost]));
}
