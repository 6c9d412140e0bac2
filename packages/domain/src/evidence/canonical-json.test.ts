import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Canonical } from './canonical-json.ts';

const shuffled = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, member]) => [name, shuffled(member)]),
      )
    : value;

describe('the canonical text of a value', () => {
  it('is that of RFC 8785, section 3.2.3 and its numbers', () => {
    const text = canonicalJson({
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    });
    expect(text).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    expect(Object.keys(JSON.parse(canonicalJson({ '€': 1, '\r': 2, '1': 3, '😀': 4, ö: 5 })))).toHaveLength(
      5,
    );
    expect(canonicalJson({ '€': 1, '\r': 2, '😀': 4, ö: 5 })).toBe('{"\\r":2,"ö":5,"€":1,"😀":4}');
  });

  it('does not depend on the order of members, says all of the value, and is stable', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: Canonical = JSON.parse(json);
        const text = canonicalJson(value);
        const other: Canonical = JSON.parse(JSON.stringify(shuffled(value)));
        expect(canonicalJson(other)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves out what is undefined and refuses numbers that JSON lacks', () => {
    expect(canonicalJson({ b: undefined, a: null })).toBe('{"a":null}');
    expect(() => canonicalJson([Number.NaN])).toThrow(RangeError);
  });
});
