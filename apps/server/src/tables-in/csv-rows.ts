// Comma-separated values record by record: memory is bounded by the limits of a row, whatever the file is like.

export interface CsvLimits {
  /** Cells beyond are left out. */
  readonly columnsMax: number;
  /** A longer cell is cut, in UTF-16 units. */
  readonly cellMaxLength: number;
}

const delimiters = [',', ';', '\t', '|'] as const;
const firstLineMaxLength = 10_000;

/** RFC 4180, with any line ends and the delimiter that its first line has most of; an empty line is a record too. */
export function* csvRows(text: string, limits: CsvLimits): Generator<string[]> {
  const delimiter = delimiterOf(text);
  const plainEnd = new RegExp(`[${delimiter}\r\n]|$`, 'g');
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const cells: string[] = [];
    for (;;) {
      const isQuoted = text[at] === '"';
      const closing = isQuoted ? closingQuote(text, at + 1) : at;
      plainEnd.lastIndex = closing;
      const end = plainEnd.exec(text)?.index ?? text.length;
      if (cells.length < limits.columnsMax) {
        cells.push(isQuoted ? quoted(text, at + 1, closing, end, limits) : cut(text, at, end, limits));
      }
      at = end + 1;
      if (text[end] !== delimiter) break;
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at += 1;
    yield cells;
  }
}

function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.slice(0, firstLineMaxLength))?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Where the quote stands that closes a cell; the end of the text for one that nothing closes. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? text.length : at;
}

/** What follows the closing quote belongs to the cell as well. */
function quoted(text: string, from: number, closing: number, end: number, limits: CsvLimits): string {
  // Two quotes stand for one.
  const inside = text.slice(from, Math.min(closing, from + 2 * limits.cellMaxLength)).replaceAll('""', '"');
  return (inside + cut(text, closing + 1, end, limits)).slice(0, limits.cellMaxLength);
}

const cut = (text: string, from: number, end: number, { cellMaxLength }: CsvLimits): string =>
  text.slice(from, Math.min(end, from + cellMaxLength));
