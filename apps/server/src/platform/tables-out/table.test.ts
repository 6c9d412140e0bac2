import { describe, expect, test } from 'vitest';
import { type Cell, type TableFormat, tableFormats, writeTable } from './table.ts';
import { bytesOf, tableMeta, textColumns } from './testing-tables.ts';

const formats: TableFormat[] = ['xls', 'xlsx', 'csv', 'pdf'];
const streamed = formats.filter((format) => format !== 'xls');
const meta = tableMeta(textColumns(4));

/** A source without end, of text that does not compress to nothing, which counts what was asked of it. */
function endless() {
  const seen = { chunks: 0, isClosed: false };
  const chunks = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        seen.chunks++;
        const row: Cell[] = meta.columns.map((_, column) => Math.sin(seen.chunks + column).toString(36));
        return {
          done: false as const,
          value: Array.from({ length: 200 }, (_, index) => [...row, `${index}`]),
        };
      },
      async return() {
        seen.isClosed = true;
        return { done: true as const, value: undefined };
      },
    }),
  };
  return { seen, chunks };
}

describe('every format', () => {
  test.each(formats)(
    '%s: an abandoned table closes its source, even before its first piece',
    async (format) => {
      const { seen, chunks } = endless();
      await writeTable(format, meta, chunks).return?.();
      expect(seen).toEqual({ chunks: 0, isClosed: true });
    },
  );

  test.each(streamed)('%s: stopping in the middle closes the source', async (format) => {
    const { seen, chunks } = endless();
    let pieces = 0;
    for await (const piece of writeTable(format, meta, chunks)) {
      expect(piece.length).toBeGreaterThan(0);
      if (++pieces === 8) break;
    }
    expect(seen.isClosed).toBe(true);
  });

  test.each(streamed)('%s: rows are fetched only as the file is pulled', async (format) => {
    const { seen, chunks } = endless();
    const pieces = writeTable(format, meta, chunks);
    for (let pulled = 0; pulled < 8; pulled++) await pieces.next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const settled = seen.chunks;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.chunks).toBe(settled);
    await pieces.return?.();
  });

  test.each(formats)('%s: a source that fails fails the file with its own error', async (format) => {
    async function* failing() {
      yield [['a', 'b', 'c', 'd']];
      throw new Error('The database went away');
    }
    await expect(bytesOf(writeTable(format, meta, failing()))).rejects.toThrow('The database went away');
  });

  test.each(formats)('%s: the same rows give the same bytes', async (format) => {
    if (format === 'pdf') return;
    async function* rows() {
      yield [['a', 'b', 'c', 'd']];
    }
    const first = await bytesOf(writeTable(format, meta, rows()));
    expect(Buffer.compare(first, await bytesOf(writeTable(format, meta, rows())))).toBe(0);
    expect(tableFormats[format].extension).toBe(format);
  });
});
