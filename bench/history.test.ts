import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { benchmarksPage, readRuns, type Run } from './history.ts';
import { benchmarksDocument } from './layout.ts';

const figure = { what: 'list', product: '', floor: '', target: 'at least 0.6 x', isMet: true };
const run = (date: string, rounds: number, measured: string): Run => ({
  date,
  machine: '2 cores',
  rounds,
  figures: [{ ...figure, measured }],
});

describe('the table of benchmarks', () => {
  test('a row shows its newest run of each size of data', () => {
    const page = benchmarksPage([
      run('2026-11-01', 1_000_000, '0.8 x'),
      run('2026-11-02', 10_000_000, '0.9 x'),
      run('2026-11-03', 1_000_000, '0.7 x'),
    ]);
    const rows = page.split('\n').filter((line) => line.startsWith('| list'));
    expect(rows.map((row) => row.split('|').map((cell) => cell.trim()))).toEqual([
      ['', 'list', '1,000,000', 'at least 0.6 x', '0.7 x', 'pass', '2 cores', '2026-11-03', ''],
      ['', 'list', '10,000,000', 'at least 0.6 x', '0.9 x', 'pass', '2 cores', '2026-11-02', ''],
    ]);
  });

  test('docs/benchmarks.md is what the history says', () => {
    expect(fs.readFileSync(benchmarksDocument, 'utf8')).toBe(benchmarksPage(readRuns()));
  });
});
