import { expect, test } from 'vitest';
import { ChainNumbers } from './chain-numbers.ts';
import { type ChainLink, chainStart } from './device-chain.ts';

const hashOf = (seq: number) => String(seq).padStart(64, 'a');
const link = (seq: number, changes: Partial<ChainLink> = {}): ChainLink => ({
  id: `event ${seq}`,
  seq,
  previous: seq === 1 ? chainStart : hashOf(seq - 1),
  hash: hashOf(seq),
  isSigned: true,
  deviceAtMs: 1_750_000_000_000 + seq * 60_000,
  clockSkewMs: 0,
  ...changes,
});

function breaksOf(links: readonly ChainLink[]) {
  const numbers = new ChainNumbers();
  for (const each of links) numbers.take(each);
  return numbers.breaks.map(({ fault, seq, after }) => `${fault} ${after} ${seq}`);
}

test.each([
  ['a whole chain', [link(1), link(2), link(3)], []],
  ['one that was refused and stored', [link(1), link(2), link(2), link(3)], []],
  ['every gap, the first numbers too', [link(3), link(4), link(9), link(10)], ['gap 0 3', 'gap 4 9']],
  ['two of one number', [link(1), link(2), link(2, { hash: 'other' })], ['fork 2 2']],
  ['one that follows another', [link(1), link(2, { previous: 'other' }), link(3)], ['fork 1 2']],
  ['a first one that follows something', [link(1, { previous: 'other' })], ['fork 0 1']],
  ['one in between that no one signed', [link(1), link(2, { isSigned: false, hash: 'any' }), link(3)], []],
  [
    'one that no one signed with the same number',
    [link(1), link(2), link(2, { isSigned: false, hash: 'any' }), link(3)],
    [],
  ],
  ['times against numbers', [link(1), link(2, { deviceAtMs: 1 })], ['reordered 1 2']],
  [
    'a clock that was set right in between, as far as it is known',
    [
      link(1, { deviceAtMs: 1_750_009_000_000, clockSkewMs: 9_000_000 }),
      link(2, { deviceAtMs: 1_750_000_060_000 }),
    ],
    [],
  ],
] as const)('the numbers of %s', (_what, links, expected) => {
  expect(breaksOf(links)).toEqual(expected);
});

test.each([
  ['nothing where no one signed it', { isSigned: false, hash: 'any' }, []],
  ['that the number is borne twice', { hash: 'other' }, ['fork 9 5']],
] as const)('one that bears a number within a run says %s', (_what, changes, expected) => {
  const numbers = new ChainNumbers();
  numbers.takeRun(link(1), link(9));
  numbers.take(link(5, changes));
  numbers.take(link(10));
  expect(numbers.breaks.map(({ fault, seq, after }) => `${fault} ${after} ${seq}`)).toEqual(expected);
});
