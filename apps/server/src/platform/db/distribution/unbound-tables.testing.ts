// Whether a statement keeps to one tenant, so that a database distributed by tenant_id can send it to one node.
import { parseSync } from 'libpg-query';
import { StatementReader } from './read-statement.testing.ts';
import type { Surroundings } from './statement-scope.testing.ts';
import { TenantFlow } from './tenant-flow.testing.ts';

/** What stands in the way: tables whose tenant the statement leaves open, and names that we do not know. */
export function unboundTables(text: string, known: Surroundings): string[] {
  const found = (parseSync(text).stmts ?? []).flatMap(({ stmt }) => {
    if (stmt === undefined) return [];
    const flow = new TenantFlow();
    new StatementReader(flow, known).read(stmt, null);
    return flow.unbound();
  });
  return [...new Set(found)];
}
