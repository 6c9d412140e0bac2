// What names mean in one query of a statement.
import type { RangeVar } from 'libpg-query';
import { aliasOf, namesOf } from './statement-parts.testing.ts';
import type { Block, Spot, TenantFlow, Value } from './tenant-flow.testing.ts';

export interface Output {
  readonly name: string;
  readonly value: Value;
}

export interface Item {
  readonly alias: string;
  readonly outputs: readonly Output[];
}

export interface Scope {
  readonly block: Block;
  readonly items: Item[];
  readonly around: Scope | null;
  readonly queries: Map<string, readonly Output[]>;
}

export interface Surroundings {
  /** Tables with a tenant_id. */
  readonly tenantTables: ReadonlySet<string>;
  /** Tables with one that are on every node: what they say of a tenant is followed, but they need say nothing. */
  readonly everywhere: ReadonlySet<string>;
  /** Relations of no tenant. */
  readonly others: ReadonlySet<string>;
  /** Rows that a trigger is handed: all of the statement's tenant. */
  readonly handedIn: ReadonlySet<string>;
  /** Names in a function: its parameters, variables and rows, which are a tenant's when the caller is. */
  readonly given: ReadonlySet<string>;
}

export const tenantColumn = 'tenant_id';

/** Adds a table or what bears its name; the tenant of a table, else undefined. */
export function addRelation(
  relation: RangeVar,
  scope: Scope,
  flow: TenantFlow,
  known: Surroundings,
): Spot | undefined {
  const { relname = '', schemaname = 'public' } = relation;
  const alias = aliasOf(relation);
  const query = schemaname === 'public' ? scope.queries.get(relname) : undefined;
  const add = (outputs: readonly Output[]) => void scope.items.push({ alias, outputs });
  if (query !== undefined) add(renamed(query, namesOf(relation.alias?.colnames)));
  else if (known.handedIn.has(relname)) add([{ name: tenantColumn, value: 'given' }]);
  else if (schemaname !== 'public' || known.others.has(relname)) add([]);
  else if (known.tenantTables.has(relname)) {
    const spot = flow.spot(known.everywhere.has(relname) ? null : relname, scope.block);
    add([{ name: tenantColumn, value: spot }]);
    return spot;
  } else {
    // Shown with those whose tenant is open, which it remains.
    flow.spot(`unknown: ${relname}`, scope.block);
    add([]);
  }
  return undefined;
}

/** What a column is, seen from a query: of itself, of those around it or of the function it is in. */
export function columnOf(path: readonly string[], scope: Scope, { given }: Surroundings): Value {
  const column = path.at(-1) ?? '';
  const alias = path.at(-2);
  for (let at: Scope | null = scope; at !== null; at = at.around) {
    const items = at.items.filter((item) => alias === undefined || item.alias === alias);
    const found = items.flatMap(({ outputs }) => outputs).find(({ name }) => name === column);
    if (found !== undefined) return found.value;
    if (alias !== undefined && items.length > 0) return undefined;
  }
  return given.has(alias ?? column) ? 'given' : undefined;
}

export const valueNamed = (items: readonly Item[], column: string): Value =>
  items.flatMap(({ outputs }) => outputs).find(({ name }) => name === column)?.value;

export const renamed = (outputs: readonly Output[], names: readonly string[]): Output[] =>
  outputs.map(({ name, value }, index) => ({ name: names[index] ?? name, value }));
