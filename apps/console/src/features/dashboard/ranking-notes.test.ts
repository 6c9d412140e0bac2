import type { DashboardRanking } from '@watchpost/contract/dashboard';
import { noDue } from '@watchpost/domain/due-outcomes';
import { expect, it } from 'vitest';
import en from '../../labels/en.json?translation';
import { speakLanguage } from '../../lib/labels.ts';
import { guardsNote, sitesNote } from './ranking-notes.ts';

speakLanguage('en', 'en-US', en);

type Site = DashboardRanking['sites'][number];
const none = { inProgress: 0, incompleted: 0, completed: 0, planned: 0, scanned: 0 };
const site = (of: Partial<Site>): Site => ({ id: '1', name: 'Mill', due: noDue, rounds: none, ...of });
const fine = site({ due: { ...noDue, onTime: 2 } });
const short = site({ rounds: { ...none, incompleted: 1, planned: 4, scanned: 3 } });

it('[DASH-02] a ranking says that no site needs a look where each one told of is fine, and only there', () => {
  const text = 'No site needs a look in this period.';
  expect(sitesNote({ sites: [fine, site({})] })).toBe(text);
  expect(sitesNote({ sites: [fine, short] })).toBeNull();
  expect(sitesNote({ sites: [site({})] })).toBeNull();
  expect(sitesNote({ sites: [] })).toBeNull();
});

it('[DASH-02] a ranking without guards tells whether they did well or nothing was due', () => {
  expect(guardsNote({ sites: [site({}), fine] })).toMatch(/^No guard needs a look/);
  expect(guardsNote({ sites: [short] })).toBe('No due round was settled in this period.');
});
