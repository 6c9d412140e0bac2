// What trials measured, kept as data: a line a row in trials/history/runs.jsonl, from which docs/trust.md is written.
import fs from 'node:fs';
import path from 'node:path';
import { machine } from '../bench/machine.ts';
import { allTrials } from './all-trials.ts';
import type { Outcome } from './trial.ts';
import { type TrustRow, trustRows } from './trust-rows.ts';

const runsFile = path.join(import.meta.dirname, 'history', 'runs.jsonl');
export const trustDocument = path.resolve(import.meta.dirname, '../docs/trust.md');

const headings = ['row', 'target', 'measured', '', 'machine', 'date', 'how to repeat it'];

export interface TrustRun {
  /** As trust-rows.ts names it. */
  readonly row: string;
  /** The target of that day. */
  readonly target: string;
  readonly measured: string;
  readonly passed: boolean;
  /** False for a run with fewer repetitions than the row asks for: it is not shown. */
  readonly isWhole: boolean;
  /** Calendar date, UTC: 2026-11-28. */
  readonly date: string;
  /** Cores and memory, and Node where it is known. */
  readonly machine: string;
  readonly seed?: number;
}

/** A trial's outcome as lines of the history: one for each row that it answers. */
export function runsOf(
  name: string,
  asked: { readonly count: number; readonly seed: number },
  { faults, figures }: Outcome,
): TrustRun[] {
  const counted = `${asked.count.toLocaleString('en-US')} ${allTrials[name]?.counted ?? 'times'}`;
  return trustRows
    .filter(({ trial }) => trial === name)
    .map((row) => ({
      row: row.row,
      target: row.target,
      measured: [
        counted,
        `${faults.length} faults`,
        ...figures
          .filter(([what]) => row.figures?.test(what) ?? true)
          .map(([what, value]) => `${what}: ${value}`),
      ].join('; '),
      passed: faults.length === 0,
      isWhole: asked.count >= wholeCountOf(row),
      date: new Date().toISOString().slice(0, 10),
      machine: machine(),
      seed: asked.seed,
    }));
}

function wholeCountOf({ wholeCount, trial = '' }: TrustRow): number {
  return wholeCount ?? allTrials[trial]?.defaultCount ?? 1;
}

/** Adds the runs to the history and writes the document again. */
export function writeRuns(runs: readonly TrustRun[]): void {
  fs.appendFileSync(runsFile, runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
  fs.writeFileSync(trustDocument, trustPage(readRuns()));
}

/** All runs, oldest first. Throws SyntaxError where a line is no JSON. */
export function readRuns(): TrustRun[] {
  const lines = fs.readFileSync(runsFile, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): TrustRun => JSON.parse(line));
}

/** docs/trust.md: of each row the newest whole run. */
export function trustPage(runs: readonly TrustRun[]): string {
  const newest = new Map(runs.filter(({ isWhole }) => isWhole).map((run) => [run.row, run]));
  const rows = trustRows.map((row) => {
    const run = newest.get(row.row);
    const verdict = run === undefined ? '' : run.passed ? 'pass' : 'SHORT';
    return [
      row.row,
      row.target,
      inCell(run?.measured ?? 'not recorded yet'),
      verdict,
      run?.machine ?? '',
      run?.date ?? '',
      commandsOf(row),
    ];
  });
  return `# Trust: what was tried, and what came of it

Written by \`npm run trial -- NAME --write\` from [trials/history](../trials/history), which has every run. Each row is a test that anyone can repeat:
\`npm run trial\` lists the trials, \`npm run trial -- NAME --count N --seed N\` runs one and prints its verdict and figures.
A row shows its newest whole run. Server, database and callers ran on one machine. Short forms run in every test run.

${[headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

function commandsOf(row: TrustRow): string {
  const { trial, wholeCount, short } = row;
  const count = wholeCount === undefined ? '' : ` --count ${wholeCount}`;
  return [
    ...(trial === undefined ? [] : [`\`npm run trial -- ${trial}${count}\``]),
    ...(short === undefined ? [] : [trial === undefined ? short : `short: ${short}`]),
  ].join('; ');
}

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
