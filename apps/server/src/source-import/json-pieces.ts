// Cuts one large JSON text into its records while it streams by: only the record at hand is held.

export interface Piece {
  /** Keys from the outside in; elements of an array have none. */
  readonly path: readonly string[];
  readonly json: string;
  readonly line: number;
}

export class JsonBroken extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

interface Level {
  readonly close: '}' | ']';
  key: string | null;
}

/**
 * Values of a JSON text whose path is not to be entered any further, in their order. Throws JsonBroken when the text
 * ends too early or holds what is no JSON between them; what a piece holds is for the caller to parse.
 */
export async function* jsonPieces(
  chunks: AsyncIterable<string>,
  isEntered: (path: readonly string[], opening: string) => boolean,
): AsyncGenerator<Piece> {
  const levels: Level[] = [];
  let line = 1;
  let token = '';
  let tokenLine = 1;
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let isOver = false;
  const path = () => levels.flatMap(({ key }) => (key === null ? [] : [key]));
  const finish = (): Piece | null => {
    const json = token.trim();
    token = '';
    const level = levels.at(-1);
    if (json === '') return null;
    if (level?.close === '}' && level.key === null) throw new JsonBroken('a name without a value', tokenLine);
    const piece = { path: path(), json, line: tokenLine };
    if (level !== undefined) level.key = null;
    return piece;
  };
  for await (const chunk of chunks) {
    for (const char of chunk) {
      if (char === '\n') line += 1;
      if (isString) {
        token += char;
        if (isEscaped) isEscaped = false;
        else if (char === '\\') isEscaped = true;
        else if (char === '"') isString = false;
        continue;
      }
      const level = levels.at(-1);
      if (depth > 0) {
        token += char;
        if (char === '"') isString = true;
        else if (char === '{' || char === '[') depth += 1;
        else if (char === '}' || char === ']') depth -= 1;
        continue;
      }
      if (token === '' && (char.trim() === '' || char === '\uFEFF')) continue;
      if (isOver) throw new JsonBroken('something follows its end; one value a line is called .ndjson', line);
      if (token === '') tokenLine = line;
      if (char === '"') {
        isString = true;
        token += char;
      } else if (char === '{' || char === '[') {
        if (token !== '') throw new JsonBroken(`${char} where none can be`, line);
        if (isEntered(path(), char)) levels.push({ close: char === '{' ? '}' : ']', key: null });
        else {
          depth = 1;
          token = char;
        }
      } else if (char === ':' && level?.close === '}' && level.key === null) {
        level.key = keyOf(token, line);
        token = '';
      } else if (char === ',' && level !== undefined) {
        const piece = finish();
        if (piece !== null) yield piece;
      } else if (char === '}' || char === ']') {
        if (level?.close !== char) throw new JsonBroken(`${char} where none can be`, line);
        const piece = finish();
        if (piece !== null) yield piece;
        levels.pop();
        const outer = levels.at(-1);
        if (outer === undefined) isOver = true;
        else outer.key = null;
      } else token += char;
    }
  }
  const rest = levels.length > 0 || depth > 0 || isString || (!isOver && token.trim() === '');
  if (rest) throw new JsonBroken('the file ends in the middle', line);
  const piece = finish();
  if (piece !== null) yield piece;
}

function keyOf(token: string, line: number): string {
  try {
    const key: unknown = JSON.parse(token);
    if (typeof key === 'string') return key;
  } catch {
    // Said below.
  }
  throw new JsonBroken(`${token.slice(0, 40)} where a name in quotes should be`, line);
}
