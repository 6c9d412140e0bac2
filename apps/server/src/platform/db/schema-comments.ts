// Comments in schema/*.sql, which are the comments of the database: a sentence on each table and each column.

export interface TableComments {
  readonly table: string;
  readonly comment: string | null;
  readonly columns: readonly { readonly name: string; readonly comment: string | null }[];
}

const tableStart = /^CREATE TABLE (\w+) \($/;
const tableEnd = /^\)/;
const constraintStart = /^ {2}(CONSTRAINT|PRIMARY KEY|FOREIGN KEY|UNIQUE|CHECK|EXCLUDE)\b/;
const columnStart = /^ {2}(\w+) /;
const commentLine = /^ *-- ?(.*)$/;

/** The lines of comment right above another line, as one sentence. */
class Sentence {
  #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line);
  }

  take(): string | null {
    const text = this.#lines.join(' ').trim();
    this.#lines = [];
    return text === '' ? null : text;
  }
}

/** The tables of a file of schema/, in its order. */
export function commentsIn(text: string): TableComments[] {
  const tables: { table: string; comment: string | null; columns: TableComments['columns'][number][] }[] = [];
  const sentence = new Sentence();
  let isInside = false;
  for (const line of text.split('\n')) {
    const [, words] = commentLine.exec(line) ?? [];
    if (words !== undefined) {
      sentence.add(words);
      continue;
    }
    const comment = sentence.take();
    const [, table] = tableStart.exec(line) ?? [];
    if (table !== undefined) {
      tables.push({ table, comment, columns: [] });
      isInside = true;
    } else if (tableEnd.test(line)) {
      isInside = false;
    } else if (isInside && !constraintStart.test(line)) {
      const [, name] = columnStart.exec(line) ?? [];
      if (name !== undefined) tables.at(-1)?.columns.push({ name, comment });
    }
  }
  return tables;
}

/** The sentence at the top of a function's file. */
const sentenceAbove = (text: string): string | null => {
  const sentence = new Sentence();
  for (const line of text.split('\n')) {
    const [, words] = commentLine.exec(line) ?? [];
    if (words === undefined) break;
    sentence.add(words);
  }
  return sentence.take();
};

const literal = (comment: string | null) =>
  comment === null ? 'NULL' : `'${comment.replaceAll("'", "''")}'`;

/** Statements that give the tables of a file, and their columns, the comments that they have there. */
export const commentStatements = (text: string): string[] =>
  commentsIn(text).flatMap(({ table, comment, columns }) => [
    `COMMENT ON TABLE ${table} IS ${literal(comment)}`,
    ...columns.map((column) => `COMMENT ON COLUMN ${table}.${column.name} IS ${literal(column.comment)}`),
  ]);

/** Of a function that has its name alone, as all have that are a file each. */
export const functionComment = (name: string, text: string): string =>
  `COMMENT ON FUNCTION ${name} IS ${literal(sentenceAbove(text))}`;
