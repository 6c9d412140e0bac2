// Several changes of one tenant's rows as one statement: the database sets up, runs and answers one in place of many.
import { CompiledQuery } from 'kysely';
import type { Statements } from './pipeline.ts';

export interface TenantStatement {
  readonly text: string;
  /** The first is the tenant's id. */
  readonly values: readonly unknown[];
}

/**
 * Makes all of the changes at once, or none where one of them fails. None may depend on what another does, nor begin with WITH;
 * what they fire runs after the last of them. What they return is not told.
 */
export async function runMerged(db: Statements, statements: readonly TenantStatement[]): Promise<void> {
  const [first, ...others] = statements;
  if (first === undefined) return;
  const values = [...first.values, ...others.flatMap(({ values: own }) => own.slice(1))];
  await db.executeQuery(CompiledQuery.raw(others.length === 0 ? first.text : textOf(statements), values));
}

const texts = new Map<string, string>();

/** Made once: a text that is made anew has to be read whole before its plan is found. */
function textOf(statements: readonly TenantStatement[]): string {
  const key = statements.map(({ text }) => text).join('\0');
  const text = texts.get(key) ?? mergedText(statements);
  texts.set(key, text);
  return text;
}

function mergedText(statements: readonly TenantStatement[]): string {
  let shift = 0;
  const changes = statements.map(({ text, values }, at) => {
    const own = shift;
    shift += values.length - 1;
    const numbered = text.replaceAll(/\$(\d+)/g, (whole, no) =>
      no === '1' ? whole : `$${Number(no) + own}`,
    );
    return `change_${at} AS (${numbered})`;
  });
  return `WITH ${changes.join(', ')} SELECT`;
}
