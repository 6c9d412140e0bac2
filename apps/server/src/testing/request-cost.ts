// What a request costs the database: statements sent, rows read, and tables that were read from end to end.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { onSentStatement } from './sent-statements.ts';

export interface RequestCost {
  /** Transactions' own BEGIN and COMMIT included. */
  readonly statements: number;
  /** Rows and index entries of all tables, as PostgreSQL counts them, what triggers read included. */
  readonly rows: number;
  /** Tables read from end to end that hold more rows than a page or two. */
  readonly scanned: readonly string[];
}

let sent = 0;
onSentStatement(() => {
  sent += 1;
});

interface Counted {
  readonly name: string;
  readonly rows: number;
  readonly scans: number;
}

/** Rows that the lists of a company's own records may count; what grows day by day has more. */
const smallTableRows = 2_000;

async function countsOf(owner: Db): Promise<Map<string, Counted>> {
  const { rows } = await sql<Counted>`SELECT t.relname AS name,
      CASE WHEN t.n_live_tup > ${smallTableRows} THEN t.seq_scan ELSE 0 END AS scans,
      (t.seq_tup_read + coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i
        WHERE i.relid = t.relid), 0))::bigint AS rows
    FROM pg_stat_user_tables t WHERE t.schemaname = 'public'`.execute(owner);
  return new Map(rows.map((row) => [row.name, row]));
}

/** `serving` is a handle whose pool has one connection: the one that the request was served on. */
export async function costOf(owner: Db, serving: Db, request: () => Promise<unknown>): Promise<RequestCost> {
  const flush = () => sql`SELECT pg_stat_force_next_flush()`.execute(serving);
  await flush();
  const before = await countsOf(owner);
  sent = 0;
  await request();
  const statements = sent;
  await flush();
  const changes = [...(await countsOf(owner)).values()].map(({ name, rows, scans }) => {
    const then = before.get(name);
    return { name, rows: rows - (then?.rows ?? 0), scans: scans - (then?.scans ?? 0) };
  });
  return {
    statements,
    rows: changes.reduce((sum, { rows }) => sum + rows, 0),
    scanned: changes.filter(({ scans }) => scans > 0).map(({ name }) => name),
  };
}
