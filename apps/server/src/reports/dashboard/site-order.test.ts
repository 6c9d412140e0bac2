// Sites with something wrong come before those with nothing wrong, for any mix of known and unknown figures.
import type { RoundTally } from '@watchpost/contract/dashboard';
import { rankedSitesMax } from '@watchpost/domain/dashboard';
import { type DueTally, noDue } from '@watchpost/domain/due-outcomes';
import { expect, it } from 'vitest';
import { noRounds } from './figures.queries.ts';
import { worstFirst } from './site-order.ts';

const site = (name: string, due: Partial<DueTally> | null, rounds: Partial<RoundTally> | null) => ({
  id: name,
  name,
  due: due === null ? null : { ...noDue, ...due },
  rounds: rounds === null ? null : { ...noRounds, ...rounds },
});

const names = (sites: readonly ReturnType<typeof site>[]) => worstFirst(sites).map(({ name }) => name);
const walked = (planned: number, scanned: number) => ({ completed: 3, planned, scanned });

it('[DASH-02] a site with nothing wrong follows all with something, also where no round of theirs was due', () => {
  const sites = [
    site('fine', { onTime: 4 }, walked(9, 9)),
    site('fine, nothing due', {}, walked(9, 9)),
    site('nothing told', {}, {}),
    site('walked short', {}, { ...walked(100, 77), incompleted: 2 }),
    site('on time, walked short', { onTime: 4 }, { ...walked(100, 60), incompleted: 1 }),
    site('ended short', {}, { incompleted: 1, planned: 4, scanned: 4 }),
    site('late', { onTime: 9, doneLate: 1 }, walked(9, 9)),
    site('missed', { onTime: 1, missed: 1 }, walked(9, 9)),
    site('waiting', { waiting: 2, excused: 1, underWay: 1 }, { inProgress: 1 }),
  ];
  expect(names(sites)).toEqual([
    'missed',
    'on time, walked short',
    'walked short',
    'late',
    'ended short',
    'fine',
    'fine, nothing due',
    'nothing told',
    'waiting',
  ]);
});

it('[DASH-02] sites are ranked by what is seen of them', () => {
  const shares = [
    ['none', 0, 0],
    ['all', 8, 8],
    ['half', 8, 4],
  ] as const;
  expect(names(shares.map(([name, planned, scanned]) => site(name, null, walked(planned, scanned))))).toEqual(
    ['half', 'all', 'none'],
  );
  expect(
    names(shares.map(([name, all, onTime]) => site(name, { onTime, missed: all - onTime }, null))),
  ).toEqual(['half', 'all', 'none']);
});

it('[DASH-02] the best sites are left out where there are too many', () => {
  const fine = Array.from({ length: rankedSitesMax }, (_, number) => site(`${number}`, { onTime: 1 }, null));
  const found = names([...fine, site('missed', null, { incompleted: 1, planned: 2 })]);
  expect(found).toHaveLength(rankedSitesMax);
  expect(found[0]).toBe('missed');
});
