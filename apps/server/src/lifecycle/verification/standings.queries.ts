// Standings (migration 0048), and what they should say, recounted from the rows.
import { CompiledQuery } from 'kysely';
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import type { Db } from '../../platform/db/database.ts';
import { type StandingKind, standingKinds } from '../../platform/rollups/standings.queries.ts';
import { listOf, type TallyList } from '../../platform/rollups/tally-list.ts';

const nil = `'00000000-0000-0000-0000-000000000000'::uuid`;

export interface KeptStanding {
  readonly atMs: number;
  /** In hexadecimal. */
  readonly body: string;
}

/** In the order of time. */
export async function findStandings(db: Db, tenantId: string, name: StandingKind): Promise<KeptStanding[]> {
  const text = `SELECT at_ms AS "atMs", encode(body, 'hex') AS body FROM standings
    WHERE tenant_id = $1::uuid AND kind = ${standingKinds[name].kind} AND body IS NOT NULL ORDER BY at_ms`;
  return (await db.executeQuery<KeptStanding>(CompiledQuery.raw(text, [tenantId]))).rows;
}

const between = (column: string) =>
  `tenant_id = $1::uuid AND ${column} >= $2::bigint AND ${column} < $3::bigint`;
const settled = dueOutcomes.filter((outcome) => outcome !== 'waiting');

/** Queries of whose, site_id and the figures. */
const counted: Readonly<
  Record<StandingKind, { readonly figures: readonly string[]; readonly query: string }>
> = {
  rounds: {
    figures: ['begun', 'incompleted', 'completed', 'planned', 'scanned'],
    query: `SELECT ${nil} AS whose, site_id, count(*) AS begun, count(*) FILTER (WHERE status_code = 1005) AS incompleted,
        count(*) FILTER (WHERE status_code = 1010) AS completed,
        coalesce(sum(total_check_points) FILTER (WHERE status_code <> 1001), 0) AS planned,
        coalesce(sum(scanned_check_points) FILTER (WHERE status_code <> 1001), 0) AS scanned
      FROM rounds WHERE ${between('started_at_ms')} GROUP BY 1, 2`,
  },
  missed: {
    figures: ['missed'],
    query: `SELECT checkpoint_id AS whose, site_id, count(*) AS missed FROM missed_checkpoints
      WHERE ${between('started_at_ms')} GROUP BY 1, 2`,
  },
  due: {
    figures: [...settled.map((_, at) => `outcome_${at}`), 'waiting'],
    query: `SELECT whose, site_id, ${settled.map((outcome, at) => `count(*) FILTER (WHERE outcome = '${outcome}') AS outcome_${at}`).join(', ')},
        0 AS waiting
      FROM due_rounds CROSS JOIN LATERAL (SELECT ${nil} AS whose UNION SELECT unnest(CASE WHEN begun_by IS NULL
        THEN guard_ids ELSE ARRAY[begun_by] END)) AS subject
      WHERE ${between('due_at_ms')} AND outcome <> 'waiting' GROUP BY 1, 2`,
  },
};

/** What came about from one instant to another, by the rows. */
export async function recount(
  db: Db,
  tenantId: string,
  name: StandingKind,
  [fromMs, toMs]: readonly [number, number],
): Promise<TallyList> {
  const { figures, query } = counted[name];
  const sent = ['uuid_send(whose)', 'uuid_send(site_id)', ...figures.map((each) => `int4send(${each}::int)`)];
  const text = `SELECT string_agg(${sent.join(' || ')}, ''::bytea ORDER BY whose, site_id) AS list FROM (${query}) AS c`;
  const { rows } = await db.executeQuery<{ list: Buffer | null }>(
    CompiledQuery.raw(text, [tenantId, fromMs, toMs]),
  );
  return listOf(rows[0]?.list ?? null, standingKinds[name].width);
}
