import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allTrials } from './all-trials.ts';
import { readRuns, runsOf, trustDocument, trustPage, type TrustRun } from './history.ts';
import { trustRows } from './trust-rows.ts';

const run = (row: string, date: string, measured: string, more: Partial<TrustRun> = {}): TrustRun => ({
  row,
  target: 'none',
  measured,
  passed: true,
  isWhole: true,
  date,
  machine: '2 cores',
  ...more,
});

const cellsOf = (page: string, row: string) =>
  page
    .split('\n')
    .find((line) => line.startsWith(`| ${row} `))
    ?.split('|')
    .map((cell) => cell.trim())
    .slice(3, 7);

describe('the table of trials', () => {
  test('a row shows its newest whole run', () => {
    const page = trustPage([
      run('soak', '2026-11-01', 'grew by 0 MB'),
      run('soak', '2026-11-02', 'grew by 3 MB', { passed: false }),
      run('soak', '2026-11-03', 'one minute', { isWhole: false }),
    ]);
    expect(cellsOf(page, 'soak')).toEqual(['grew by 3 MB', 'SHORT', '2 cores', '2026-11-02']);
  });

  test('a row without a whole run says that nothing is recorded', () => {
    const page = trustPage([run('dates', '2026-11-03', 'ten zones', { isWhole: false })]);
    expect(cellsOf(page, 'dates')).toEqual(['not recorded yet', '', '', '']);
  });

  test('a trial that answers two rows gives each its figures', () => {
    const figures = [
      ['guesses at passwords', '9'],
      ['guesses at codes', '4'],
    ] as const;
    const runs = runsOf('guessing', { count: 100, seed: 7 }, { faults: [], figures });
    expect(runs.map(({ row, measured, isWhole, seed }) => [row, measured, isWhole, seed])).toEqual([
      ['guessing passwords', '100 accounts of each kind; 0 faults; guesses at passwords: 9', true, 7],
      ['guessing an OTP', '100 accounts of each kind; 0 faults; guesses at codes: 4', true, 7],
    ]);
  });

  test('a run with fewer repetitions than its row asks for is not whole, and one with faults does not pass', () => {
    const [short] = runsOf('crash', { count: 199, seed: 1 }, { faults: ['lost one'], figures: [] });
    expect(short).toMatchObject({ isWhole: false, passed: false, measured: '199 kills; 1 faults' });
    const [whole] = runsOf('crash', { count: 200, seed: 1 }, { faults: [], figures: [] });
    expect(whole).toMatchObject({ isWhole: true, passed: true });
  });

  test('every trial answers a row, and every run belongs to one', () => {
    const answered = trustRows.flatMap(({ trial }) => trial ?? []);
    expect([...new Set(answered)].toSorted()).toEqual(Object.keys(allTrials).toSorted());
    const rows = trustRows.map(({ row }) => row);
    expect(readRuns().filter(({ row }) => !rows.includes(row))).toEqual([]);
  });

  test('docs/trust.md is what the history says', () => {
    expect(fs.readFileSync(trustDocument, 'utf8')).toBe(trustPage(readRuns()));
  });
});
