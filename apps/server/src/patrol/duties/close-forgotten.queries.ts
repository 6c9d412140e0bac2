// Ends the duty sessions of guards who forgot to log out (LOGIO-02).
import { CompiledQuery } from 'kysely';
import { type DutyEnd, dutyRecheckDays, systemEndOf } from '@watchpost/domain/duty-sessions';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import { type AuditEvent, insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { systemOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import { leftError } from '../../platform/db/field-time.ts';
import { signalBoard } from '../../company/notifications/board-signals.queries.ts';

/** Sessions without a logout of the guard's own: those still open, or those that the system has closed. */
export type ForgottenDuties = 'open' | 'closed';

interface ForgottenDuty extends DutyEnd {
  /** By which the system closed it; null while it has not. */
  readonly limitHours: number | null;
  readonly id: string;
  readonly guardId: string;
  readonly guard: string;
  readonly startedAtMs: number;
  readonly activityMs: readonly number[];
  /** As far as the clock of the phone that all these times are of was off, and is still in them; 0 where no one knows. */
  readonly clockSkewMs: number;
}

const hourMs = 3_600_000;
const dutiesAtOnce = 200;

/**
 * Ends what is forgotten as of now, and with 'closed' moves or takes back ends that were reckoned before all was
 * known. The end follows from what is stored, so it is the same on any server, at any time and however often this
 * runs; an audit entry stands for each change and for nothing else. Returns how many sessions changed.
 */
export async function closeForgottenDuties(
  db: Db,
  tenantId: string,
  which: ForgottenDuties,
  nowMs: number,
): Promise<number> {
  let changed = 0;
  for await (const found of forgottenEnds(db, tenantId, which, nowMs)) {
    const isChanged = await db.transaction().execute(async (transaction) => {
      if (!(await setEnd(transaction, tenantId, found, nowMs))) return false;
      await insertAuditEntry(transaction, systemOrigin(tenantId), entryOf(found.duty, found.end));
      await signalBoard(transaction, tenantId, [null]);
      return true;
    });
    if (isChanged) changed += 1;
  }
  return changed;
}

/** The same for a past that is written as a whole, as if the clock had come by at each end; nothing is accounted for. */
export async function closePastDuties(transaction: Db, tenantId: string, nowMs: number): Promise<void> {
  for await (const found of forgottenEnds(transaction, tenantId, 'open', nowMs)) {
    await setEnd(transaction, tenantId, found, found.end.endedAtMs ?? nowMs);
  }
}

interface NewEnd {
  readonly duty: ForgottenDuty;
  readonly end: DutyEnd;
  readonly limitHours: number;
}

/** Sessions whose end is not the one that follows from what is stored, with the one that does. */
async function* forgottenEnds(
  db: Db,
  tenantId: string,
  which: ForgottenDuties,
  nowMs: number,
): AsyncGenerator<NewEnd> {
  const ownLimitHours = await findLimitHours(db, tenantId);
  const upToMs = which === 'open' ? nowMs - ownLimitHours * hourMs : nowMs;
  for (let after: LastPosition | null = null; ; ) {
    const duties: readonly ForgottenDuty[] = await findForgotten(db, tenantId, {
      which,
      nowMs,
      upToMs,
      after,
    });
    for (const duty of duties) {
      // What was closed by a limit stands by it: another choice since rewrites nothing.
      const limitHours = duty.limitHours ?? ownLimitHours;
      // Whether it is time is asked of the clock that the times are by: a wrong one neither hastens an end nor puts it off.
      const phoneNowMs = nowMs + duty.clockSkewMs;
      const end = systemEndOf(duty.startedAtMs, duty.activityMs, phoneNowMs, limitHours);
      if (end.endedAtMs !== duty.endedAtMs) yield { duty, end, limitHours };
    }
    const last = duties.at(-1);
    if (last === undefined || duties.length < dutiesAtOnce) return;
    after = { startedAtMs: last.startedAtMs, id: last.id };
  }
}

interface LastPosition {
  readonly startedAtMs: number;
  readonly id: string;
}

async function findLimitHours(db: Db, tenantId: string): Promise<number> {
  const chosen = await db
    .selectFrom('tenant_config')
    .select('config_value as value')
    .where('tenant_id', '=', tenantId)
    .where('config_key', '=', 'dutyLimitHours')
    .executeTakeFirst();
  return fromConfig((key) => (key === 'dutyLimitHours' ? chosen?.value : undefined)).dutyLimitHours;
}

interface ExpectedDuty {
  readonly which: ForgottenDuties;
  readonly nowMs: number;
  /** Started by then at the latest, by the server's clock. */
  readonly upToMs: number;
  readonly after: LastPosition | null;
}

/** A session's signs of activity are the starts, ends and scans of its guard's rounds up to the guard's next login. */
async function findForgotten(
  db: Db,
  tenantId: string,
  { which, nowMs, upToMs, after }: ExpectedDuty,
): Promise<ForgottenDuty[]> {
  const sinceMs = which === 'open' ? 0 : nowMs - dutyRecheckDays * 24 * hourMs;
  const text = `SELECT d.id, d.guard_id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS guard,
      d.started_at_ms AS "startedAtMs", d.ended_at_ms AS "endedAtMs", d.is_closed_by_system AS "isClosedBySystem",
      CASE WHEN d.is_closed_by_system THEN d.limit_hours END AS "limitHours",
      ${leftError('e')} AS "clockSkewMs",
      ARRAY(SELECT sign.at_ms::float8 FROM rounds r
        CROSS JOIN LATERAL (VALUES (r.started_at_ms), (r.ended_at_ms), ((SELECT max(c.device_at_ms) FROM scans c
          WHERE c.tenant_id = $1::uuid AND c.round_id = r.id))) AS sign (at_ms)
        WHERE r.tenant_id = $1::uuid AND r.guard_id = d.guard_id AND r.started_at_ms >= d.started_at_ms
          AND r.started_at_ms < coalesce((SELECT min(n.at_ms) FROM duty_sessions n
            WHERE n.tenant_id = $1::uuid AND n.guard_id = d.guard_id AND n.at_ms > d.started_at_ms
              AND n.started_at_ms IS NOT NULL),
            ${Number.MAX_SAFE_INTEGER}) AND sign.at_ms IS NOT NULL) AS "activityMs"
    FROM duty_sessions d JOIN guards g ON g.tenant_id = $1::uuid AND g.id = d.guard_id
      LEFT JOIN field_events e ON e.tenant_id = $1::uuid AND e.id = d.id
    WHERE d.tenant_id = $1::uuid AND ${which === 'open' ? 'd.ended_at_ms IS NULL' : 'd.is_closed_by_system'}
      AND d.started_at_ms IS NOT NULL AND d.at_ms >= $2::bigint AND d.at_ms - (${leftError('e')}) <= $3::bigint
      AND (d.at_ms, d.id) > ($4::bigint, $5::uuid)
    ORDER BY d.at_ms, d.id LIMIT ${dutiesAtOnce}`;
  const { rows } = await db.executeQuery<ForgottenDuty>(
    CompiledQuery.raw(text, [
      tenantId,
      sinceMs,
      upToMs,
      after?.startedAtMs ?? 0,
      after?.id ?? '00000000-0000-0000-0000-000000000000',
    ]),
  );
  return rows;
}

/**
 * False when the session is no longer as it was found: another server was here first, or the guard's own logout
 * arrived, which stands over any guess.
 */
async function setEnd(
  db: Db,
  tenantId: string,
  { duty, end, limitHours }: NewEnd,
  closedAtMs: number,
): Promise<boolean> {
  const text = `UPDATE duty_sessions SET ended_at_ms = $4::bigint, is_closed_by_system = $5::boolean,
      system_closed_at_ms = CASE WHEN $5::boolean THEN coalesce(system_closed_at_ms, $6::bigint) END,
      limit_hours = CASE WHEN $5::boolean THEN $7::smallint END
    WHERE tenant_id = $1::uuid AND id = $2::uuid AND ended_at_ms IS NOT DISTINCT FROM $3::bigint
      AND (ended_at_ms IS NULL OR is_closed_by_system) RETURNING id`;
  const values = [
    tenantId,
    duty.id,
    duty.endedAtMs,
    end.endedAtMs,
    end.isClosedBySystem,
    closedAtMs,
    limitHours,
  ];
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return rows.length > 0;
}

function entryOf(duty: ForgottenDuty, end: DutyEnd): AuditEvent {
  const state = (endedAtMs: number | null) => ({
    loginTime: new Date(duty.startedAtMs).toISOString(),
    logoutTime: endedAtMs === null ? null : new Date(endedAtMs).toISOString(),
  });
  return {
    action: end.isClosedBySystem ? 'guard.dutyClosed' : 'guard.dutyReopened',
    subject: { id: duty.guardId, label: duty.guard },
    before: state(duty.endedAtMs),
    after: state(end.endedAtMs),
  };
}
