// What was measured, kept as data: a line a run in bench/history/runs.jsonl, from which docs/benchmarks.md is written.
import fs from 'node:fs';
import { benchmarksDocument, runsFile } from './layout.ts';
import { type Figure, markdownTable } from './report.ts';

export interface Run {
  /** Calendar date, UTC: 2026-11-28. */
  readonly date: string;
  /** Cores, memory and Node. */
  readonly machine: string;
  readonly rounds: number;
  readonly figures: readonly Figure[];
}

/** Adds the run to the history and writes the document again. */
export function writeRun(run: Run): void {
  fs.appendFileSync(runsFile, `${JSON.stringify(run)}\n`);
  fs.writeFileSync(benchmarksDocument, benchmarksPage(readRuns()));
}

/** All runs, oldest first. Throws SyntaxError where a line is no JSON. */
export function readRuns(): Run[] {
  const lines = fs.readFileSync(runsFile, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): Run => JSON.parse(line));
}

/** docs/benchmarks.md: of each row and size of data the newest measurement. */
export function benchmarksPage(runs: readonly Run[]): string {
  const newest = new Map<string, readonly string[]>();
  for (const { rounds, figures, machine, date } of runs) {
    for (const { what, target, measured, isMet } of figures) {
      const verdict = isMet ? 'pass' : 'SHORT';
      const cells = [what, rounds.toLocaleString('en-US'), target, measured, verdict, machine, date];
      newest.set(`${rounds} ${what}`, cells);
    }
  }
  return `# Benchmarks

Written by \`npm run bench -- --write\` from [bench/history](../bench/history), which has every run. [How it is measured](benchmark-method.md).
A row shows its newest run. Machines differ by a factor of two from hour to hour: a ratio says more than a time.

${markdownTable(['row', 'rounds', 'target', 'measured', '', 'machine', 'date'], [...newest.values()])}
`;
}
