// What PostgreSQL really reads for a query, as it plans it for the serving role: one plan for all values.
import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import type { SiteScope } from '../platform/access/caller.ts';
import type { Db } from '../platform/db/database.ts';
import type { TestApp } from './test-app.ts';

/** Runs a query function and returns its scope's statements as they went to the database. */
export async function statementsOf(
  { database }: TestApp,
  tenantId: string,
  run: (scope: SiteScope) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const db = new Proxy(database.forTenant(tenantId), {
    get(target: Db, name: keyof Db) {
      const value: unknown = target[name];
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (name === 'executeQuery') statements.push(given[0] as CompiledQuery);
        return Reflect.apply(value, target, given);
      };
    },
  });
  await run({ db, tenantId, siteId: null });
  return statements;
}

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const literal = (value: unknown): string => {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return pg.escapeLiteral(String(value));
};

/** The nodes of the plan that the serving role gets, with what each really read. */
export async function planOf(
  { database }: TestApp,
  tenantId: string,
  statement: CompiledQuery,
): Promise<PlanNode[]> {
  return database
    .forTenant(tenantId)
    .connection()
    .execute(async (connection) => {
      await sql.raw(`PREPARE examined AS ${statement.sql}`).execute(connection);
      try {
        const values = statement.parameters.map(literal).join(', ');
        const { rows } = await sql
          .raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
            `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE examined (${values})`,
          )
          .execute(connection);
        return rows.flatMap((row) => withInner(row['QUERY PLAN'][0].Plan));
      } finally {
        await sql.raw('DEALLOCATE examined').execute(connection);
      }
    });
}

const withInner = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withInner)];

/** Of one relation, or of all. */
export function rowsRead(nodes: readonly PlanNode[], relation?: string): number {
  return nodes
    .filter(({ 'Relation Name': name }) => name !== undefined && (relation ?? name) === name)
    .map(
      (node) =>
        node['Actual Loops'] *
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)),
    )
    .reduce((sum, count) => sum + count, 0);
}
