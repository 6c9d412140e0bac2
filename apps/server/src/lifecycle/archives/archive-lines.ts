// The rows of an archive as text: a line of JSON for each round with all that belongs to it, compressed in pieces that
// can be read one by one and that follow each other as one file.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Canonical } from '@watchpost/domain/evidence/canonical-json';
import type { EntryRow, LogEntry } from '@watchpost/domain/evidence/log-entry';
import * as z from 'zod/mini';
import { type SealedAs, sealedTables } from '../../patrol/evidence/sealed-tables.ts';
import { ArchiveFault } from './archive-pieces.ts';
import type { ArchivedRecord, ArchivedSubject } from './archive-rows.queries.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** Of text in one piece. */
const pieceCharacters = 8_000_000;

export async function* packLines(subjects: AsyncIterable<ArchivedSubject>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const subject of subjects) {
    text += `${JSON.stringify(subject)}\n`;
    if (text.length < pieceCharacters) continue;
    yield await compress(text);
    text = '';
  }
  if (text !== '') yield await compress(text);
}

const line: z.ZodMiniType<ArchivedSubject> = z.object({
  id: z.guid(),
  digest: z.string(),
  records: z.array(
    z.object({ table: z.string(), id: z.guid(), row: z.record(z.string(), z.custom<Canonical>()) }),
  ),
});

/** Throws ArchiveFault for what is no archive. */
export async function* unpackLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<ArchivedSubject> {
  for await (const piece of pieces) {
    const text = await decompress(piece).catch(() => {
      throw new ArchiveFault('a piece cannot be unpacked');
    });
    for (const each of text.toString('utf8').split('\n')) {
      if (each === '') continue;
      yield roundOf(each);
    }
  }
}

function roundOf(text: string): ArchivedSubject {
  try {
    return z.parse(line, JSON.parse(text));
  } catch {
    throw new ArchiveFault('a line is no round');
  }
}

/** The record as the log has it; null for one of a table that the log does not hold. */
export function entryOfRecord({ table: name, id, row }: ArchivedRecord): LogEntry | null {
  const table = sealedTables.find((each) => each.name === name);
  if (table === undefined) return null;
  const columns: Record<string, EntryRow[string]> = {};
  for (const [column, as] of Object.entries(table.columns)) {
    const value = row[column] ?? null;
    columns[column] = typeof value === 'string' ? sealedText(value, as) : value;
  }
  return { table: name, id, row: columns };
}

/** PostgreSQL writes bytes as \x and hexadecimal, and instants without zeros at their end. */
function sealedText(value: string, as: SealedAs): string {
  if (as === 'bytes') return value.slice(2);
  if (as === 'plain') return value;
  const [seconds = '', fraction = ''] = value.replace(/\+00:00$/, '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}
