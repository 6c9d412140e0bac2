// A table of the catalog as the statements that make it.
import type { Column, Constraint, Grant, Policy, Table } from './catalog.queries.ts';
import { commentLines, expressionLines, plainSql, statementLines } from './plain-sql.ts';

const nameLengthMax = 63;

function columnLine({ name, type, expression, ...column }: Column): string {
  const plainType = plainSql(type);
  const collation = column.collation === null ? '' : ` COLLATE ${column.collation}`;
  const written = `${name} ${plainType}${collation}${column.isNullable ? '' : ' NOT NULL'}`;
  if (column.identity !== '') return `${written} GENERATED ${column.identity.toUpperCase()} AS IDENTITY`;
  if (expression === null) return written;
  const plain = plainSql(expression);
  return column.isGenerated
    ? `${written} GENERATED ALWAYS AS (${plain}) STORED`
    : `${written} DEFAULT ${plain}`;
}

const suffixes = { p: 'pkey', u: 'key', c: 'check', f: 'fkey', x: 'excl' } as const;

/** As PostgreSQL names it unless another name is given. */
function usualName(table: string, { kind, columns }: Constraint): string {
  const named = kind === 'p' || (kind === 'c' && columns.length !== 1) ? [] : columns;
  return [table, ...named, suffixes[kind]].join('_');
}

function constraintLine(table: string, constraint: Constraint): string {
  const usual = usualName(table, constraint);
  const isUsual = usual === constraint.name && usual.length <= nameLengthMax;
  return `${isUsual ? '' : `CONSTRAINT ${constraint.name} `}${plainSql(constraint.definition)}`;
}

const commands: Readonly<Record<string, string>> = { r: 'SELECT', a: 'INSERT', w: 'UPDATE', d: 'DELETE' };

function policyText(table: string, policy: Policy): string {
  const command = commands[policy.command];
  const parts = [
    `CREATE POLICY ${policy.name} ON ${table}`,
    policy.isPermissive ? '' : 'AS RESTRICTIVE',
    command === undefined ? '' : `FOR ${command}`,
    policy.roles.length === 0 ? '' : `TO ${policy.roles.join(', ')}`,
    policy.using === null ? '' : `USING (${plainSql(policy.using)})`,
    policy.check === null ? '' : `WITH CHECK (${plainSql(policy.check)})`,
  ];
  return statementLines(parts.filter((part) => part !== '').join(' '), ['USING', 'WITH CHECK']);
}

/** What a role may do: `SELECT, UPDATE (name, slug)`. */
function rightsOf(grants: readonly Grant[]): string {
  const columnsOf = new Map<string, string[]>();
  for (const { right, column } of grants) {
    const columns = columnsOf.get(right) ?? [];
    columnsOf.set(right, column === null ? columns : [...columns, column]);
  }
  return [...columnsOf]
    .map(([right, columns]) => (columns.length === 0 ? right : `${right} (${columns.join(', ')})`))
    .join(', ');
}

function grantTexts(table: string, grants: readonly Grant[]): string[] {
  const roles = [...new Set(grants.map(({ role }) => role))];
  return roles.map((role) => {
    const rights = rightsOf(grants.filter((grant) => grant.role === role));
    return statementLines(`GRANT ${rights} ON ${table} TO ${role}`, ['ON']);
  });
}

/** A table with all that belongs to it, but its functions. */
export function tableText(table: Table): string {
  const columns = table.columns.map((column) => ({
    comment: commentLines(column.comment, 2),
    line: columnLine(column),
  }));
  const constraints = table.constraints.map((constraint) => ({
    comment: [],
    line: constraintLine(table.name, constraint),
  }));
  const items = [...columns, ...constraints];
  const inside = items.flatMap(({ comment, line }, at) => [
    ...comment,
    `  ${expressionLines(line)}${at === items.length - 1 ? '' : ','}`,
  ]);
  const options = table.options.length === 0 ? '' : ` WITH (${table.options.join(', ')})`;
  return [
    ...commentLines(table.comment, 0),
    `CREATE TABLE ${table.name} (`,
    ...inside,
    `)${options};`,
    ...table.indexes.map((text) => statementLines(text.replace(' USING btree', ''), ['INCLUDE', 'WHERE'])),
    ...(table.hasRowSecurity ? [`ALTER TABLE ${table.name} ENABLE ROW LEVEL SECURITY;`] : []),
    ...(table.isRowSecurityForced ? [`ALTER TABLE ${table.name} FORCE ROW LEVEL SECURITY;`] : []),
    ...table.policies.map((policy) => policyText(table.name, policy)),
    ...grantTexts(table.name, table.grants),
    ...table.triggers.map((text) =>
      statementLines(text, ['REFERENCING', 'DEFERRABLE', 'FOR EACH', 'WHEN', 'EXECUTE FUNCTION']),
    ),
  ].join('\n');
}
