import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOfSites, eachSubject, ofSite, siteOf, subjectOf } from './ranked-tallies.ts';
import {
  combined,
  countOf,
  keysOf,
  listOf,
  numbersOf,
  packed,
  rosterOf,
  type TallyList,
  unpacked,
  unpackedDifference,
} from './tally-list.ts';

const width = 3;
const nil = '00000000-0000-0000-0000-000000000000';
const ids = [
  nil,
  '00000000-0000-0000-0000-000000000001',
  '7fffffff-0000-7000-8000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];
const id = fc.constantFrom(...ids);
const entry = fc.record({
  whose: id,
  site: id,
  numbers: fc.array(fc.integer({ min: 0, max: 2 ** 29 }), { minLength: width, maxLength: width }),
});
type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never;
const entries = fc.uniqueArray(entry, { selector: ({ whose, site }) => `${whose} ${site}` });

const keyOf = ({ whose, site }: Pick<Entry, 'whose' | 'site'>) => `${whose} ${site}`;

/** As PostgreSQL sends it. */
function listed(some: readonly Entry[]): TallyList {
  const sorted = some.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const bytes = sorted.map(({ whose, site, numbers }) => {
    const sent = Buffer.alloc(4 * width);
    numbers.forEach((number, at) => sent.writeInt32BE(number, 4 * at));
    return Buffer.concat([Buffer.from(`${whose}${site}`.replaceAll('-', ''), 'hex'), sent]);
  });
  return listOf(Buffer.concat(bytes), width);
}

const told = (list: TallyList): Record<string, number[]> =>
  Object.fromEntries(
    Array.from({ length: countOf(list) }, (_, at) => [
      `${subjectOf(list, at)} ${siteOf(list, at)}`,
      [...numbersOf(list, at)],
    ]),
  );

const isSome = (numbers: readonly number[]) => numbers.some((number) => number !== 0);

it('lists are added and taken away subject by subject, and what comes to nothing is left out', () => {
  fc.assert(
    fc.property(entries, entries, fc.constantFrom(1 as const, -1 as const), (one, other, sign) => {
      const sums = new Map(one.map((each) => [keyOf(each), [...each.numbers]]));
      for (const each of other) {
        const numbers = sums.get(keyOf(each)) ?? each.numbers.map(() => 0);
        sums.set(
          keyOf(each),
          numbers.map((number, at) => number + sign * (each.numbers[at] ?? 0)),
        );
      }
      const expected = Object.fromEntries([...sums].filter(([, numbers]) => isSome(numbers)));
      const sum = combined(listed(one), listed(other), sign);
      expect(told(sum)).toEqual(expected);
      expect(Object.keys(told(sum))).toEqual(Object.keys(expected).toSorted());
    }),
  );
});

it('what is packed is unpacked as it was', () => {
  fc.assert(
    fc.property(entries, (some) => {
      const list = listed(some);
      expect(unpacked(packed(list).toString('hex'), keysOf(rosterOf(list).subjects), width)).toEqual(list);
    }),
  );
});

it('a number below nothing cannot be packed', () => {
  const one = listed([{ whose: nil, site: nil, numbers: [1, 0, 0] }]);
  expect(() => packed(combined(listed([]), one, -1))).toThrow(RangeError);
});

it('subjects of the same order have the same roster, others another', () => {
  const [one, other] = ids.map((whose) => listed([{ whose, site: nil, numbers: [1, 1, 1] }]));
  if (one === undefined || other === undefined) throw new Error('no list');
  expect(rosterOf(combined(one, one, 1)).id).toEqual(rosterOf(one).id);
  expect(rosterOf(other).id).not.toEqual(rosterOf(one).id);
});

it('a subject comes to what it comes to at all its sites; sites themselves come first', () => {
  fc.assert(
    fc.property(entries, id, (some, site) => {
      const list = listed(some);
      expect(countOfSites(list)).toBe(some.filter(({ whose }) => whose === nil).length);
      expect(told(ofSite(list, site))).toEqual(told(listed(some.filter((each) => each.site === site))));
      const summed: [string, number[]][] = [];
      eachSubject(list, 0, (first, numbers) => summed.push([subjectOf(list, first), [...numbers]]));
      const sums = ids
        .map((whose) => ({ whose, own: some.filter((each) => each.whose === whose) }))
        .filter(({ own }) => own.length > 0)
        .map(({ whose, own }) => [
          whose,
          [0, 1, 2].map((at) => own.reduce((sum, { numbers }) => sum + (numbers[at] ?? 0), 0) | 0),
        ]);
      expect(summed).toEqual(sums);
      const guards: string[] = [];
      eachSubject(list, countOfSites(list), (first) => guards.push(subjectOf(list, first)));
      expect(guards).toEqual(sums.map(([whose]) => whose).filter((whose) => whose !== nil));
    }),
  );
});

it('bodies of the same keys are taken away from each other as their lists are', () => {
  const few = fc.array(fc.integer({ min: 0, max: 2 ** 29 }), { minLength: width, maxLength: width });
  fc.assert(
    fc.property(entries, fc.infiniteStream(few), (some, numbers) => {
      const more = some.map((each) => {
        const added: number[] = numbers.next().value ?? [];
        return { ...each, numbers: each.numbers.map((number, at) => number + (added[at] ?? 0)) };
      });
      const [before, after] = [listed(some), listed(more)];
      const difference = unpackedDifference(
        packed(after).toString('hex'),
        packed(before).toString('hex'),
        keysOf(rosterOf(after).subjects),
        width,
      );
      expect(difference.keys).toEqual(after.keys);
      expect(combined(difference, listed([]), 1)).toEqual(combined(after, before, -1));
    }),
  );
});
