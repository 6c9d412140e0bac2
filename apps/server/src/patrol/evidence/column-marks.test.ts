import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson } from '@watchpost/domain/evidence/canonical-json';
import { type EntryRow, rowTexts } from '@watchpost/domain/evidence/log-entry';
import { alteredColumns, ColumnMarker } from './column-marks.ts';
import { sealedTables } from './sealed-tables.ts';

const columnsOf = (table: string) =>
  Object.keys(sealedTables.find(({ name }) => name === table)?.columns ?? {});
const columns = columnsOf('scans');

/** The mark of each column by itself. */
const declared = (table: string, row: EntryRow) =>
  columnsOf(table)
    .map((column) => `${column}=${canonicalJson(row[column] ?? null)}`)
    .map((text) => createHash('sha256').update(text).digest('hex').slice(0, 8))
    .join('');

it('marks each record by itself, whichever came before it', () => {
  const first: EntryRow = { round_id: 'r1', method: 'qr', flags: [], latitude: 18.5, code: null };
  const marker = new ColumnMarker();
  const records: EntryRow[] = [
    first,
    first,
    { ...first, round_id: 'qr', method: 'r1' },
    { ...first, latitude: null, code: 'null' },
    { ...first, flags: ['late'] },
    {},
    first,
  ];
  for (const record of records) {
    const marks = marker.marks('scans', rowTexts(record));
    expect(marks).toBe(declared('scans', record));
    expect(alteredColumns('scans', rowTexts(record), marks)).toEqual([]);
    // Another table has other columns in the same places.
    expect(marker.marks('device_keys', rowTexts(record))).toBe(declared('device_keys', record));
  }
  expect(marker.marks('scans', null)).toBe('');
});

it('names the columns that say something else than they are marked with', () => {
  const row: EntryRow = { round_id: 'r1', method: 'qr', flags: [] };
  const marks = new ColumnMarker().marks('scans', rowTexts(row));
  const altered = { ...row, method: 'nfc', latitude: 18.5 };
  expect(alteredColumns('scans', rowTexts(altered), marks)).toEqual(['latitude', 'method']);
  // Marked before its last column joined the table.
  const before = marks.slice(0, -8);
  const last = columns.at(-1) ?? '';
  expect(alteredColumns('scans', rowTexts(row), before)).toEqual([]);
  expect(alteredColumns('scans', rowTexts({ ...row, [last]: 'x' }), before)).toEqual([last]);
});
