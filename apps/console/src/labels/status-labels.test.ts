import { expect, test } from 'vitest';
import { en, hi, mr } from './texts.testing.ts';

/** Where a round's status is said: report, dashboard and its links, lists of records, due rounds, exceptions. */
const keySets = [
  ['Inprogress', 'narrow.inProgress', 'records.roundsInProgress', 'dueRounds.inProgress', 'outcome.underWay'],
  [
    'Incompleted',
    'narrow.incompleted',
    'records.roundsIncompleted',
    'dueRounds.incompleted',
    'outcome.incomplete',
    'exceptions.kind.incomplete',
  ],
  ['Completed', 'narrow.completed', 'records.roundsCompleted', 'dueRounds.completed'],
] as const;

test.each(Object.entries({ en, hi, mr }))(
  '[REP-08] [DASH-02] in %s a status of a round is the same word everywhere',
  (_language, texts: Readonly<Record<string, string>>) => {
    const found = keySets.map((keys) => new Set(keys.map((key) => texts[key])));
    expect(found.map(({ size }) => size)).toEqual([1, 1, 1]);
  },
);

test('[REP-08] the words are those of the specification', () => {
  expect(keySets.map(([key]) => en[key])).toEqual(['Inprogress', 'Incompleted', 'Completed']);
});
