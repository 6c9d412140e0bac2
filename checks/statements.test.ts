// Hand-written SQL is checked in as it is sent, so that a review shows statements and not the parts that they are made of.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRepository, repositoryRoot } from './source-files.ts';
import { StatementCollector } from './statements/collect.ts';
import { sourcesOf, statementFiles } from './statements/statement-files.ts';

const folder = path.join(repositoryRoot, 'apps/server/statements');
const files = statementFiles(readRepository());

test.each([...files.keys()])('the checked-in statements of %s are those of its files', async (area) => {
  await expect(files.get(area)).toMatchFileSnapshot(path.join(folder, `${area}.sql`));
});

test('every area with statements has a file, and no other has', () => {
  expect(fs.readdirSync(folder).toSorted()).toEqual(
    [...files.keys()].map((area) => `${area}.sql`).toSorted(),
  );
  expect([...files.values()].join('\n').match(/;$/gm)?.length).toBeGreaterThan(400);
});

/** Statements of the first of the given files, by their paths. */
function statementsOf(given: Readonly<Record<string, string>>): string[] {
  const planted = Object.entries(given).map(([name, text]) => ({ path: name, text }));
  const [first = ''] = Object.keys(given);
  return new StatementCollector(sourcesOf(planted))
    .statementsOf(first)
    .map(({ name, text }) => `${name}: ${text}`);
}

const inFunction = (...lines: string[]) =>
  ['export function find(id: string, q: Q) {', ...lines, '}'].join('\n');

describe('a statement', () => {
  test('has the name of the function that sends it, and its constants as they are', () => {
    const text = inFunction(
      'const columns = `id, name`;',
      'return run(db, `SELECT ${columns} FROM sites LIMIT ${pageSize * 2}`);',
    );
    expect(statementsOf({ 'a.ts': `const pageSize = 25;\n${text}` })).toEqual([
      'find: SELECT id, name FROM sites LIMIT 50',
    ]);
  });

  test('has what other files put in, also by functions, lists and records', () => {
    const parts = [
      "export const statuses = { due: 'Due', late: 'Late' } as const;",
      "export const at = (ms: string, kind = 'start') => `at_${kind}(${ms})`;",
      "export const list = ['a', 'b'].map((name, n) => `${name}${n}`).join(', ');",
    ];
    const text = [
      "import { at, list, statuses } from './parts.ts';",
      inFunction("return `UPDATE sites SET x = ${at('$1')}, y = '${statuses.late}' RETURNING ${list}`;"),
    ];
    expect(statementsOf({ 'a.ts': text.join('\n'), 'parts.ts': parts.join('\n') })).toEqual([
      "find: UPDATE sites SET x = at_start($1), y = 'Late' RETURNING a0, b1",
    ]);
  });

  test('has in braces what only the running program knows', () => {
    const text = inFunction(
      "return `SELECT ${q.columns()} FROM sites ${id === '' ? 'WHERE x' : 'LIMIT 1'}`;",
    );
    expect(statementsOf({ 'a.ts': text })).toEqual([
      "find: SELECT {q.columns()} FROM sites {id === '' ? WHERE x : LIMIT 1}",
    ]);
  });

  test('names the values of a tagged template, and contains its fragments', () => {
    const text = [
      "import { sql } from 'kysely';",
      'const own = sql`tenant_id = ${tenant}`;',
      inFunction('return sql`DELETE FROM sites WHERE ${own} AND id = ${id}`.execute(db);'),
    ];
    expect(statementsOf({ 'a.ts': text.join('\n') })).toEqual([
      'find: DELETE FROM sites WHERE tenant_id = {tenant} AND id = {id}',
    ]);
  });

  test('that names itself while it is worked out does not hang', () => {
    const text = 'const a = `${b}`;\nconst b = `${a}`;\nconst c = `SELECT ${a}`;';
    expect(statementsOf({ 'a.ts': text })).toEqual(['c: SELECT {b}']);
  });

  test.each(['const text = "Select a site";', 'const a = "SELECTED";', 'const b = `Update the page`;'])(
    'is not what only reads like one: %s',
    (text) => {
      expect(statementsOf({ 'a.ts': text })).toEqual([]);
    },
  );
});
