// Several changes of one tenant's rows as one statement: the database sets up, runs and answers one in place of many.

export interface TenantStatement {
  readonly text: string;
  /** The first is the tenant's id. */
  readonly values: readonly unknown[];
}

const texts = new Map<string, string>();

/**
 * All of the changes at once. None may depend on what another does, nor begin with WITH; what they fire runs after the last of
 * them. What they return is not told.
 */
export function merged(statements: readonly TenantStatement[]): TenantStatement {
  const [first, ...others] = statements;
  if (first === undefined) throw new RangeError('nothing to merge');
  if (others.length === 0) return first;
  const key = statements.map(({ text }) => text).join('\0');
  const text = texts.get(key) ?? mergedText(statements);
  texts.set(key, text);
  return { text, values: [...first.values, ...others.flatMap(({ values }) => values.slice(1))] };
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
