// What a statement of SQL does and to which tables, in a few words.

export interface StatementSummary {
  /** E.g. SELECT, INSERT, BEGIN. */
  readonly operation: string;
  /** The operation with the tables it names, the changed one first and at most four, or with the function that it calls: 'SELECT rounds guards sites'. */
  readonly summary: string;
}

const tablesMax = 4;

/** Words of SQL that may follow where a table's name does. */
const notTables = new Set(['lateral', 'select', 'set', 'of', 'skip', 'nowait', 'excluded', 'only']);

const literalsAndComments = /'(?:[^']|'')*'|--[^\n]*|\/\*[^]*?\*\//g;
const commonTable = /([a-z_]\w*)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;
const name = String.raw`([a-z_]\w*(?:\.\w+)*)`;
/** What is called like a function is none, but for the columns of an INSERT. */
const table = new RegExp(
  String.raw`\b(?:(?<!\b(?:epoch|distinct)\s+)from|join|(?<!\b(?:for|key|do)\s+)update)\s+${name}(?![\w.]*\s*\()|\binto\s+${name}`,
  'gi',
);
const change = new RegExp(
  String.raw`\b(?:(insert)\s+into|(delete)\s+from|(?<!\b(?:for|key|do)\s+)(update))\s+${name}`,
  'i',
);
const call = new RegExp(String.raw`^\W*select\s+(?:\S+\s+from\s+)?${name}\s*\(`, 'i');

/** Nothing of it comes from a literal of the text, nor from a comment. */
export function summaryOf(text: string): StatementSummary {
  const plain = text.replaceAll(literalsAndComments, ' ').replaceAll('"', '');
  const first = /[a-z]+/i.exec(plain)?.[0].toUpperCase() ?? 'STATEMENT';
  const [, ...changed] = change.exec(plain) ?? [];
  const [keyword, target] = changed.filter((found) => found !== undefined);
  const operation = keyword?.toUpperCase() ?? (first === 'WITH' ? 'SELECT' : first);
  const common = new Set(namesIn(plain, commonTable));
  const named = [...(target === undefined ? [] : [target.toLowerCase()]), ...namesIn(plain, table)];
  const tables = named.filter((each) => !common.has(each) && !notTables.has(each));
  const about = tables.length === 0 ? namesOf(call.exec(plain)) : [...new Set(tables)].slice(0, tablesMax);
  return { operation, summary: [operation, ...about].join(' ') };
}

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].flatMap(namesOf);

const namesOf = (match: RegExpMatchArray | null): string[] => {
  const found = match?.[1] ?? match?.[2];
  return found === undefined ? [] : [found.toLowerCase()];
};
