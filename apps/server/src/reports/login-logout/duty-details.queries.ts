import { CompiledQuery } from 'kysely';
import { phoneName } from '@watchpost/domain/devices';
import { dutyRoundsShownMax } from '@watchpost/domain/duty-sessions';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { SiteScope } from '../../platform/access/caller.ts';
import { plannedCount, scannedCount } from '../../platform/db/round-counts.ts';
import { roundsOfDuty } from './login-logout.queries.ts';

export interface FoundDutyRound {
  readonly id: string;
  readonly routeName: string;
  readonly planned: readonly PlannedCheckpoint[];
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly statusCode: number;
  /** Null while there is no plan; see db/round-counts.ts. */
  readonly totalCheckPoints: number | null;
  readonly scannedCheckPoints: number;
}

export interface FoundDutyScan {
  readonly id: string;
  readonly roundId: string;
  readonly checkpointId: string | null;
  readonly deviceAtMs: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What devices reported of a login and a logout; of several logouts the one that counts. */
export interface FoundDutyReports {
  readonly deviceId: string | null;
  /** What people call it; null for one that the list of phones does not know. */
  readonly deviceName: string | null;
  readonly loginReceivedAtMs: number | null;
  readonly logoutReceivedAtMs: number | null;
  readonly isLoginSentLate: boolean;
  readonly isLogoutSentLate: boolean;
  /** What the phone's clock said, where it was not taken at its word. */
  readonly phoneLoginAtMs: number | null;
  readonly phoneLogoutAtMs: number | null;
}

async function rowsOf<Row>({ db }: SiteScope, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}

/** The rounds of a session already found within the scope, oldest first, no more than are shown. */
export function findDutyRounds(scope: SiteScope, dutyId: string): Promise<FoundDutyRound[]> {
  const text = `SELECT r.id, coalesce(v.name, '') AS "routeName", coalesce(v.checkpoints, '[]') AS planned,
      r.started_at_ms AS "startedAtMs", r.ended_at_ms AS "endedAtMs", r.status_code AS "statusCode",
      ${plannedCount('r')} AS "totalCheckPoints", ${scannedCount('r', '$1::uuid')} AS "scannedCheckPoints"
    FROM duty_sessions d JOIN rounds r ON ${roundsOfDuty('$1::uuid', '$3::uuid')}
    LEFT JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = r.route_version_id
    WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid
    ORDER BY r.started_at_ms, r.id LIMIT ${dutyRoundsShownMax}`;
  return rowsOf(scope, text, [scope.tenantId, dutyId, scope.siteId]);
}

export function findDutyScans(scope: SiteScope, roundIds: readonly string[]): Promise<FoundDutyScan[]> {
  const text = `SELECT id, round_id AS "roundId", checkpoint_id AS "checkpointId", device_at_ms AS "deviceAtMs",
      latitude, longitude
    FROM scans WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[]) ORDER BY device_at_ms, id`;
  return rowsOf(scope, text, [scope.tenantId, roundIds]);
}

interface DutyReport {
  readonly kind: string;
  readonly deviceId: string;
  readonly receivedAtMs: number;
  readonly phoneAtMs: number | null;
  readonly isSentLate: boolean;
  /** Both null for a phone that the list of phones does not know. */
  readonly name: string | null;
  readonly agent: string | null;
}

export async function findDutyReports(scope: SiteScope, dutyId: string): Promise<FoundDutyReports> {
  const text = `SELECT e.kind, e.device_id AS "deviceId", e.received_at_ms AS "receivedAtMs",
      e.phone_at_ms AS "phoneAtMs", 'sentLate' = ANY (e.flags) AS "isSentLate", d.name, d.agent
    FROM field_events e LEFT JOIN devices d ON d.tenant_id = $1::uuid AND d.id = e.device_id
    WHERE e.tenant_id = $1::uuid AND e.subject_id = $2::uuid AND e.kind IN ('dutyStarted', 'dutyEnded')
    ORDER BY e.device_at_ms, e.id`;
  const reports = await rowsOf<DutyReport>(scope, text, [scope.tenantId, dutyId]);
  const login = reports.find(({ kind }) => kind === 'dutyStarted');
  const logout = reports.find(({ kind }) => kind === 'dutyEnded');
  const { deviceId = null, name = null, agent = null } = login ?? logout ?? {};
  return {
    deviceId,
    deviceName: name === null || agent === null ? null : phoneName({ name, agent }),
    loginReceivedAtMs: login?.receivedAtMs ?? null,
    logoutReceivedAtMs: logout?.receivedAtMs ?? null,
    phoneLoginAtMs: login?.phoneAtMs ?? null,
    phoneLogoutAtMs: logout?.phoneAtMs ?? null,
    isLoginSentLate: login?.isSentLate ?? false,
    isLogoutSentLate: logout?.isSentLate ?? false,
  };
}
