// PostgreSQL writes expressions out in full; these are read by people, and mean the same when they run.

/** The longest line that is not broken. */
export const lineWidth = 116;

const listOfTexts = /= ANY \(ARRAY\[((?:'(?:[^']|'')*'::text(?:, )?)+)\]\)/g;

/** Brackets around what is joined first anyway. */
const joinedFirst = /(?<!\w)\(([^()]* \|\| [^()]*)\)(?= \|\|)/g;

function withoutBrackets(text: string): string {
  const shorter = text.replaceAll(joinedFirst, '$1');
  return shorter === text ? text : withoutBrackets(shorter);
}

/** On one line, without the types of texts, and lists as IN. */
export function plainSql(text: string): string {
  const plain = text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(listOfTexts, (_, list: string) => `IN (${list})`)
    .replaceAll(/('(?:[^']|'')*')::text(?!\[)/g, '$1')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .trim();
  return withoutBrackets(plain);
}

const indented = (depth: number, text: string) => `${' '.repeat(depth)}${text}`;

/** A sentence as lines of comment. */
export function commentLines(comment: string | null, depth: number): string[] {
  if (comment === null) return [];
  const lines: string[] = [];
  for (const word of comment.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && longer.length <= lineWidth) lines[lines.length - 1] = longer;
    else lines.push(indented(depth, `-- ${word}`));
  }
  return lines;
}

/** In lines that are as full as they may be, broken only where `broken` finds a place; the later ones are indented. */
function filledLines(text: string, broken: RegExp, depth: number): string {
  const lines: string[] = [];
  for (const part of text.split(broken)) {
    const last = lines.at(-1);
    const longer = `${last} ${part}`;
    if (last !== undefined && longer.length <= lineWidth) lines[lines.length - 1] = longer;
    else lines.push(lines.length === 0 ? part : indented(depth, part));
  }
  return lines.join('\n');
}

/** A statement in one line or, where that is too long, in lines that begin with one of its clauses. */
export function statementLines(text: string, clauses: readonly string[]): string {
  return filledLines(`${plainSql(text)};`, new RegExp(` (?=(?:${[...clauses, 'AND', 'OR'].join('|')}) )`), 2);
}

/** An expression in brackets within a table, in lines that begin with an operator where it is long. */
export const expressionLines = (text: string): string =>
  filledLines(text, / (?=(?:WHEN|ELSE|END|AND|OR|\|\|) )/, 4);

/** What no editor shows, and what some would change: as an escape. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u2800\u3000]/gu;

/** Texts within an expression with what cannot be seen in them written out. */
export const seenLetters = (text: string): string =>
  text.replaceAll(/'((?:[^']|'')*)'/g, (whole, inside: string) => {
    const written = inside
      .replaceAll('\\', '\\\\')
      .replaceAll(unseen, (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
    return inside.replaceAll(unseen, '') === inside ? whole : `E'${written}'`;
  });
