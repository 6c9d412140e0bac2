// Opens exceptions with their first entry of history, each once, whatever they are of.
import { CompiledQuery } from 'kysely';
import type { ExceptionKind, ExceptionReason } from '@watchpost/domain/exceptions';
import type { Db } from '../../platform/db/database.ts';

export interface NewException {
  readonly kind: ExceptionKind;
  /** The due round of one missed or late, the round of one incomplete or flagged. */
  readonly subjectId: string;
  /** From 1, the mildest. */
  readonly severity: number;
  readonly reasons: readonly ExceptionReason[];
  readonly siteId: string;
  readonly routeId: string | null;
  readonly routeName: string;
  readonly tourId: string | null;
  readonly tourName: string;
  readonly guardId: string | null;
  readonly dueRoundId: string | null;
  readonly roundId: string | null;
  readonly happenedAtMs: number;
}

/** In the given order. Waits for anyone who opens the same ones at once, so that those are there afterwards. */
export async function openExceptions(
  db: Db,
  tenantId: string,
  exceptions: readonly NewException[],
  nowMs: number,
): Promise<void> {
  if (exceptions.length === 0) return;
  const text = `WITH opened AS (
      INSERT INTO exceptions AS e (tenant_id, id, kind, subject_id, severity, reasons, site_id, route_id, route_name,
        tour_id, tour_name, guard_id, due_round_id, round_id, happened_at_ms, opened_at_ms)
      SELECT $1::uuid, gen_random_uuid(), f.kind, f.subject_id, f.severity,
        ARRAY(SELECT json_array_elements_text(f.reasons)), f.site_id, f.route_id, f.route_name, f.tour_id, f.tour_name,
        f.guard_id, f.due_round_id, f.round_id, f.at_ms, $16::bigint
      FROM unnest($2::text[], $3::uuid[], $4::smallint[], $5::json[], $6::uuid[], $7::uuid[], $8::text[], $9::uuid[],
        $10::text[], $11::uuid[], $12::uuid[], $13::uuid[], $14::bigint[], $15::int[]) AS f (kind, subject_id, severity,
        reasons, site_id, route_id, route_name, tour_id, tour_name, guard_id, due_round_id, round_id, at_ms, number)
      ORDER BY f.number ON CONFLICT DO NOTHING RETURNING e.id, e.reasons)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
    SELECT $1::uuid, gen_random_uuid(), id, $16::bigint, 'opened', 'system', jsonb_build_object('reasons', reasons)
    FROM opened`;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      exceptions.map(({ kind }) => kind),
      exceptions.map(({ subjectId }) => subjectId),
      exceptions.map(({ severity }) => severity),
      exceptions.map(({ reasons }) => JSON.stringify(reasons)),
      exceptions.map(({ siteId }) => siteId),
      exceptions.map(({ routeId }) => routeId),
      exceptions.map(({ routeName }) => routeName),
      exceptions.map(({ tourId }) => tourId),
      exceptions.map(({ tourName }) => tourName),
      exceptions.map(({ guardId }) => guardId),
      exceptions.map(({ dueRoundId }) => dueRoundId),
      exceptions.map(({ roundId }) => roundId),
      exceptions.map(({ happenedAtMs }) => happenedAtMs),
      exceptions.map((_exception, number) => number),
      nowMs,
    ]),
  );
}
