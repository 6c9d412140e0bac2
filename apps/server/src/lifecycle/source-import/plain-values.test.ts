import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainFields } from './plain-values.ts';

const ms = 1_700_000_000_123;
const at = { latitude: 18.5, longitude: -73.25 };

it.each([
  [
    'node-firestore-import-export',
    { __datatype__: 'timestamp', value: { _seconds: 1_700_000_000, _nanoseconds: 123_456_789 } },
  ],
  ['the admin library', { _seconds: 1_700_000_000, _nanoseconds: 123_000_000 }],
  ['the web library', { seconds: 1_700_000_000, nanoseconds: 123_999_999 }],
  ['newer libraries', { type: 'firestore/timestamp/1.0', seconds: 1_700_000_000, nanoseconds: 123_000_000 }],
  ['a Long as text', { _seconds: '1700000000', _nanoseconds: 123_000_000 }],
  ['the REST service', { timestampValue: '2023-11-14T22:13:20.123456Z' }],
  ['mongoexport', { $date: '2023-11-14T22:13:20.123Z' }],
  ['mongoexport, canonical', { $date: { $numberLong: '1700000000123' } }],
])('[DATA-02] a time as %s writes it is read', (_by, value) => {
  expect(plainFields({ value })).toEqual({ value: ms });
});

it.each([
  [
    'node-firestore-import-export',
    { __datatype__: 'geopoint', value: { _latitude: 18.5, _longitude: -73.25 } },
  ],
  ['the admin library', { _latitude: 18.5, _longitude: -73.25 }],
  ['newer libraries', { type: 'firestore/geoPoint/1.0', latitude: 18.5, longitude: -73.25 }],
  ['the REST service', { geoPointValue: { latitude: 18.5, longitude: -73.25 } }],
])('[DATA-02] a position as %s writes it is read', (_by, value) => {
  expect(plainFields({ value })).toEqual({ value: at });
});

it.each([
  ['node-firestore-import-export', { __datatype__: 'documentReference', value: 'a/b/guards/G1' }],
  ['the admin library', { _firestore: {}, _path: { segments: ['a', 'b', 'guards', 'G1'] } }],
  ['newer libraries', { type: 'firestore/documentReference/1.0', referencePath: 'a/b/guards/G1' }],
  ['the REST service', { referenceValue: 'projects/p/databases/(default)/documents/a/b/guards/G1' }],
])('[DATA-02] a reference as %s writes it is the id that it leads to', (_by, value) => {
  expect(plainFields({ value, list: [value] })).toEqual({ value: 'G1', list: ['G1'] });
});

it.each([
  [{ integerValue: '1700000000000' }, 1_700_000_000_000],
  [{ integerValue: '9223372036854775807' }, '9223372036854775807'],
  [{ doubleValue: 0.5 }, 0.5],
  [{ booleanValue: false }, false],
  [{ nullValue: null }, null],
  [{ arrayValue: {} }, []],
  [{ mapValue: { fields: { a: { stringValue: 'b' } } } }, { a: 'b' }],
])('[DATA-02] a value %j of the REST service is read', (value, plain) => {
  expect(plainFields({ value })).toEqual({ value: plain });
});

const names = fc.string({ minLength: 1 }).filter((name) => !/value|date|type|^_|^\$|seconds/i.test(name));

it('[DATA-02] what is plain already stays as it is', () => {
  const plain = fc.letrec((tie) => ({
    value: fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), tie('list'), tie('map')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    map: fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  }));
  fc.assert(
    fc.property(fc.dictionary(names, plain.value), (fields) => {
      expect(plainFields(fields)).toBe(fields);
    }),
  );
});

it('[DATA-02] any time is read to the millisecond whichever way it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 946_684_800_000, max: 4_102_444_799_999 }), (time) => {
      const parts = { _seconds: Math.floor(time / 1000), _nanoseconds: (time % 1000) * 1e6 };
      const values = [
        parts,
        { __datatype__: 'timestamp', value: parts },
        { timestampValue: new Date(time).toISOString() },
      ];
      for (const value of values) expect(plainFields({ value })).toEqual({ value: time });
    }),
  );
});
