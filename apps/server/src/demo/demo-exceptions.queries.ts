// The exceptions of the demo's last weeks, as if the control room had worked through them.
import { type ExceptionKind, exceptionSeverities } from '@watchpost/domain/exceptions';
import { CompiledQuery } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { raiseOfRounds } from '../patrol/exceptions/raise-exceptions.queries.ts';
import { type ExceptionCourse, exceptionCourses } from './patrol-model/exception-course.ts';

const days = 30;
const dayMs = 86_400_000;
const roundsAtOnce = 400;

/** Opens them for rounds of the last weeks, each at the time when it would have been, and has them dealt with. */
export async function insertExceptions(db: Db, tenantId: string, nowMs: number, seed = 1): Promise<void> {
  const rounds = await db
    .selectFrom('rounds')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('started_at_ms', '>=', nowMs - days * dayMs)
    .orderBy('started_at_ms')
    .execute();
  for (let from = 0; from < rounds.length; from += roundsAtOnce) {
    const ids = rounds.slice(from, from + roundsAtOnce).map(({ id }) => id);
    await raiseOfRounds(db, tenantId, ids);
  }
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('tenants')
      .set({ exceptions_from_ms: nowMs - days * dayMs })
      .where('tenant_id', '=', tenantId)
      .execute();
    await setBack(transaction, tenantId, nowMs);
    await workThrough(transaction, tenantId, seed, nowMs);
  });
}

/** To shortly after the fact, instead of the moment of the seeding. */
async function setBack(db: Db, tenantId: string, nowMs: number): Promise<void> {
  const text = `WITH known AS (
      SELECT e.id, least($2::bigint, coalesce(CASE e.kind WHEN 'missed' THEN d.missed_at_ms WHEN 'late' THEN d.late_at_ms
        ELSE coalesce(r.ended_at_ms, r.started_at_ms) END, e.happened_at_ms) + 20000) AS at_ms
      FROM exceptions e
      LEFT JOIN due_rounds d ON d.tenant_id = e.tenant_id AND d.id = e.due_round_id
      LEFT JOIN rounds r ON r.tenant_id = e.tenant_id AND r.id = e.round_id
      WHERE e.tenant_id = $1::uuid
    ), opened AS (
      UPDATE exceptions e SET opened_at_ms = known.at_ms FROM known WHERE e.tenant_id = $1::uuid AND e.id = known.id
    )
    UPDATE exception_history h SET at_ms = known.at_ms + CASE h.kind WHEN 'opened' THEN 0 ELSE 1000 END
    FROM known WHERE h.tenant_id = $1::uuid AND h.exception_id = known.id`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, nowMs]));
}

interface Opened {
  readonly id: string;
  readonly key: string;
  readonly kind: ExceptionKind;
  readonly rank: number;
  readonly openedAtMs: number;
}

async function workThrough(db: Db, tenantId: string, seed: number, nowMs: number): Promise<void> {
  const { rows: opened } = await db.executeQuery<Opened>(
    CompiledQuery.raw(
      `SELECT id, kind || ' ' || subject_id AS key, kind, severity AS rank, opened_at_ms AS "openedAtMs"
        FROM exceptions WHERE tenant_id = $1::uuid ORDER BY opened_at_ms, id`,
      [tenantId],
    ),
  );
  const { rows: people } = await db.executeQuery<{ id: string; name: string }>(
    CompiledQuery.raw(
      `SELECT id, trim(first_name || ' ' || last_name) AS name FROM users
        WHERE tenant_id = $1::uuid AND role = 'superAdmin' ORDER BY email DESC`,
      [tenantId],
    ),
  );
  if (people.length === 0) return;
  const model = opened.map(({ rank, ...each }) => ({
    ...each,
    severity: exceptionSeverities[rank - 1] ?? 'low',
  }));
  const courses = exceptionCourses(model, { seed, people: people.length, nowMs });
  await write(db, tenantId, opened, courses, people);
}

/** As one statement: rows of history from the same columns that the items are given. */
async function write(
  db: Db,
  tenantId: string,
  opened: readonly Opened[],
  courses: readonly ExceptionCourse[],
  people: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const text = `WITH course AS (
      SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[],
        $9::text[], $10::text[]) AS c (id, owner_id, owner, taken_at, comment_at, comment, closed_at, outcome, reason)
    ), moved AS (
      UPDATE exceptions e SET owner_id = c.owner_id, taken_at_ms = c.taken_at, closed_at_ms = c.closed_at,
        status = CASE WHEN c.closed_at IS NOT NULL THEN 'closed' WHEN c.owner_id IS NOT NULL THEN 'inHand' ELSE 'open' END,
        outcome = c.outcome, closing_reason = coalesce(c.reason, ''),
        version = e.version + (c.taken_at IS NOT NULL)::int + (c.closed_at IS NOT NULL)::int
      FROM course c WHERE e.tenant_id = $1::uuid AND e.id = c.id
    )
    INSERT INTO exception_history
      (tenant_id, id, exception_id, at_ms, kind, actor_kind, actor_id, actor_name, text, details)
    SELECT $1::uuid, gen_random_uuid(), c.id, step.at_ms, step.kind, 'user', c.owner_id, c.owner, step.text, step.details
    FROM course c CROSS JOIN LATERAL (VALUES ('taken', c.taken_at, '', '{}'::jsonb),
      ('comment', c.comment_at, coalesce(c.comment, ''), '{}'),
      ('closed', c.closed_at, coalesce(c.reason, ''), jsonb_build_object('outcome', c.outcome)))
      AS step (kind, at_ms, text, details)
    WHERE step.at_ms IS NOT NULL`;
  const person = courses.map((course) => (course.person === null ? undefined : people[course.person]));
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      opened.map(({ id }) => id),
      person.map((one) => one?.id ?? null),
      person.map((one) => one?.name ?? null),
      courses.map(({ takenAtMs }) => takenAtMs),
      courses.map(({ comment }) => comment?.atMs ?? null),
      courses.map(({ comment }) => comment?.text ?? null),
      courses.map(({ closing }) => closing?.atMs ?? null),
      courses.map(({ closing }) => closing?.outcome ?? null),
      courses.map(({ closing }) => closing?.reason ?? null),
    ]),
  );
}
