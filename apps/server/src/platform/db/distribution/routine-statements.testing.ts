// The statements within a function of the database, and the names that are the function's own.
import { parsePlPgSQLSync } from 'libpg-query';
import type { Routine } from './catalogue.testing.ts';

export interface RoutineStatements {
  readonly statements: readonly string[];
  /** Parameters, variables and rows. */
  readonly names: ReadonlySet<string>;
  /** Statements put together while running, which no one can read beforehand. */
  readonly hasDynamic: boolean;
}

/** What PL/pgSQL calls a whole statement; others are expressions and assignments. */
const wholeStatement = 0;

export function statementsWithin(routine: Routine): RoutineStatements {
  const parameters = routine.parameters ?? [];
  if (routine.language === 'sql') {
    return { statements: [routine.body], names: new Set(parameters), hasDynamic: false };
  }
  const parts = partsOf(parsePlPgSQLSync(routine.definition));
  const texts = (kind: string, field: string) =>
    parts.flatMap(([name, part]) => {
      const text = name.startsWith(kind) ? part[field] : undefined;
      return typeof text === 'string' ? [text] : [];
    });
  const expressions = parts.flatMap(([name, { query, parseMode }]) =>
    name === 'PLpgSQL_expr' && typeof query === 'string' && query.trim() !== '' ? [{ query, parseMode }] : [],
  );
  return {
    statements: expressions.map(({ query, parseMode }) =>
      parseMode === wholeStatement ? query : `SELECT ${query.replace(/^[\w."]+(\[[^\]]*\])?\s*:=/, '')}`,
    ),
    names: new Set([...parameters, ...texts('PLpgSQL_var', 'refname'), ...texts('PLpgSQL_rec', 'refname')]),
    hasDynamic: parts.some(([name]) => name.startsWith('PLpgSQL_stmt_dyn')),
  };
}

type Part = [name: string, fields: Readonly<Record<string, unknown>>];

/** Every named part of the parsed function, whatever is around it. */
function partsOf(tree: unknown): Part[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, inner]): Part[] => [
    ...(typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? [[name, Object.fromEntries(Object.entries(inner))] satisfies Part]
      : []),
    ...partsOf(inner),
  ]);
}
