import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, toHex } from './byte-text.ts';
import { type Canonical, canonicalJson } from './canonical-json.ts';
import { entryBytes, type EntryRow, rowTexts } from './log-entry.ts';

/** What the bytes of an entry were declared to be, without any haste. */
const declared = (row: EntryRow | null) => {
  const named = row && Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return toHex(
    bytesOf(canonicalJson({ format: 'watchpost entry 1', table: 'scans', id: 'a"b', row: named })),
  );
};
const made = (row: EntryRow | null) => toHex(entryBytes({ table: 'scans', id: 'a"b', row }));

describe('the bytes of a leaf', () => {
  it('are the canonical text of the record, its empty columns left out', () => {
    expect(made(null)).toBe(declared(null));
    const row = { method: 'qr', code: null, id: '"', ö: 'null', flags: ['b', 'a'], at: { z: 1, a: null } };
    expect(made(row)).toBe(declared(row));
    expect(entryBytes({ table: 'scans', id: 'a"b', row })).toEqual(
      entryBytes({ table: 'scans', id: 'a"b', row }, rowTexts(row)),
    );
    expect(made({ ...row, later: null })).toBe(made(row));
    expect(made({})).toBe(declared({}));
  });

  it('tell every column, whatever its name and value', () => {
    const named: EntryRow = JSON.parse('{"__proto__":{"toString":1},"10":1,"9":2,"constructor":"x"}');
    expect(made(named)).toBe(declared(named));
    expect(made(named)).not.toBe(made({ 10: 1, 9: 2, constructor: 'x' }));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (row) => {
        const record: Readonly<Record<string, Canonical>> = JSON.parse(JSON.stringify(row));
        expect(made(record)).toBe(declared(record));
      }),
      { numRuns: 500 },
    );
  });
});
