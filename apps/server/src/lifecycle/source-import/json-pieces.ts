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

/** Whether a value that opens like this, at this path, is cut further rather than being a record. */
export type IsEntered = (path: readonly string[], opening: string) => boolean;

/**
 * Values of a JSON text whose path is not to be entered any further, in their order. Throws JsonBroken when the text
 * ends too early or holds what is no JSON between them; what a piece holds is for the caller to parse.
 */
export async function* jsonPieces(
  chunks: AsyncIterable<string>,
  isEntered: IsEntered,
): AsyncGenerator<Piece> {
  const cutter = new Cutter(isEntered);
  for await (const chunk of chunks) {
    for (const char of chunk) {
      const piece = cutter.take(char);
      if (piece !== null) yield piece;
    }
  }
  const piece = cutter.end();
  if (piece !== null) yield piece;
}

class Cutter {
  readonly #isEntered: IsEntered;
  readonly #levels: Level[] = [];
  #line = 1;
  #token = '';
  #tokenLine = 1;
  /** Brackets open within the token. */
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #isOver = false;

  constructor(isEntered: IsEntered) {
    this.#isEntered = isEntered;
  }

  take(char: string): Piece | null {
    if (char === '\n') this.#line += 1;
    if (this.#isString) this.#takeInString(char);
    else if (this.#depth > 0) this.#takeInRecord(char);
    else if (this.#token !== '' || (char.trim() !== '' && char !== '\uFEFF')) return this.#takeBetween(char);
    return null;
  }

  #takeInString(char: string): void {
    this.#token += char;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') this.#isString = false;
  }

  #takeInRecord(char: string): void {
    this.#token += char;
    if (char === '"') this.#isString = true;
    else if (char === '{' || char === '[') this.#depth += 1;
    else if (char === '}' || char === ']') this.#depth -= 1;
  }

  #takeBetween(char: string): Piece | null {
    if (this.#isOver) this.#fail('something follows its end; one value a line is called .ndjson');
    if (this.#token === '') this.#tokenLine = this.#line;
    const level = this.#levels.at(-1);
    if (char === ',' && level !== undefined) return this.#finish();
    if (char === '}' || char === ']') return this.#close(char);
    if (char === '{' || char === '[') this.#open(char);
    else if (char === ':' && level?.close === '}' && level.key === null) {
      level.key = keyOf(this.#token, this.#line);
      this.#token = '';
    } else {
      this.#isString = char === '"';
      this.#token += char;
    }
    return null;
  }

  #open(char: '{' | '['): void {
    if (this.#token !== '') this.#fail(`${char} where none can be`);
    if (this.#isEntered(this.#path(), char)) {
      this.#levels.push({ close: char === '{' ? '}' : ']', key: null });
    } else {
      this.#depth = 1;
      this.#token = char;
    }
  }

  #close(char: string): Piece | null {
    if (this.#levels.at(-1)?.close !== char) this.#fail(`${char} where none can be`);
    const piece = this.#finish();
    this.#levels.pop();
    const outer = this.#levels.at(-1);
    if (outer === undefined) this.#isOver = true;
    else outer.key = null;
    return piece;
  }

  #finish(): Piece | null {
    const json = this.#token.trim();
    this.#token = '';
    const level = this.#levels.at(-1);
    if (json === '') return null;
    if (level?.close === '}' && level.key === null) this.#fail('a name without a value');
    const piece = { path: this.#path(), json, line: this.#tokenLine };
    if (level !== undefined) level.key = null;
    return piece;
  }

  end(): Piece | null {
    const isOpen = this.#levels.length > 0 || this.#depth > 0 || this.#isString;
    if (isOpen) this.#fail('the file ends in the middle');
    return this.#finish();
  }

  #path(): string[] {
    return this.#levels.flatMap(({ key }) => (key === null ? [] : [key]));
  }

  #fail(message: string): never {
    throw new JsonBroken(message, this.#line);
  }
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
