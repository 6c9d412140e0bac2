// A function of the catalog as the statements that make it.
import type { Routine } from './catalog.queries.ts';
import { commentLines, plainSql, seenLetters } from './plain-sql.ts';

/** Where the product's tables are, as files write it; the name of the schema that they are in takes its place. */
export const ownSchemaFirst = 'SET search_path = public, pg_temp';

function settingLine(setting: string): string {
  const at = setting.indexOf('=');
  const [name, value] = [setting.slice(0, at), setting.slice(at + 1)];
  if (name === 'search_path') return ownSchemaFirst;
  return `SET ${name} = ${/^[a-z0-9_]+$/.test(value) ? value : `'${value}'`}`;
}

/** Without empty lines at its ends, and without the spaces that all its lines begin with. */
function outdented(body: string): string {
  const lines = body.replaceAll('\t', '  ').split('\n');
  const texts = lines.map((line) => line.trimEnd());
  while (texts.length > 0 && texts.at(-1) === '') texts.pop();
  while (texts.length > 0 && texts[0] === '') texts.shift();
  const depths = texts.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const depth = Math.min(...depths);
  return texts.map((line) => line.slice(depth)).join('\n');
}

/** PostgreSQL puts one space between all; the product's own schema is not named. */
const headingLines = (heading: string) =>
  heading
    .replace(/^(CREATE OR REPLACE FUNCTION) (?:\w+|"(?:[^"]|"")+")\./, '$1 ')
    .split('\n')
    .map((line, at) => (at === 0 ? line : `  ${line}`));

/** A function in full, with who may call it. */
export function routineText(routine: Routine): string {
  const { signature, callers, body, expression } = routine;
  return [
    ...commentLines(routine.comment, 0),
    ...headingLines(routine.heading),
    ...routine.settings.map((setting) => `  ${settingLine(setting)}`),
    ...(expression === null ? [] : [`${plainSql(seenLetters(expression))};`]),
    ...(body === null ? [] : ['AS $$', outdented(body), '$$;']),
    ...(callers === null || callers.includes('PUBLIC')
      ? []
      : [`REVOKE EXECUTE ON FUNCTION ${signature} FROM PUBLIC;`]),
    ...(callers ?? []).map((role) => `GRANT EXECUTE ON FUNCTION ${signature} TO ${role};`),
  ].join('\n');
}
