// npm run trial: lists the trials; npm run trial -- NAME runs one and prints its verdict and figures; --write records them.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { allTrials } from './all-trials.ts';
import { runsOf, writeRuns } from './history.ts';
import { CannotRun, type Outcome, type Trial } from './trial.ts';

class UsageError extends Error {}

/** A trial that was stopped says nothing of the product, and is not recorded. */
const stoppedEarly = 'stopped before its end';

function list(): string {
  const names = Object.keys(allTrials);
  const width = Math.max(...names.map((name) => name.length));
  const lines = Object.entries(allTrials).map(
    ([name, { about, counted, defaultCount }]) =>
      `  ${name.padEnd(width)}  ${about} (--count: ${counted}, ${defaultCount} unless said)`,
  );
  return `npm run trial -- NAME [--count N] [--seed N] [--write]\n\n--write adds the outcome to trials/history and writes docs/trust.md again.\n\n${lines.join('\n')}`;
}

function whole(name: string, text: string, min: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > 1_000_000_000) {
    throw new UsageError(`--${name} ${text}: must be a whole number from ${min} on.`);
  }
  return value;
}

const typed = {
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
} as const satisfies ParseArgsConfig;

function readTyped() {
  try {
    return parseArgs(typed);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${list()}`);
  }
}

async function main(): Promise<number> {
  const { values, positionals } = readTyped();
  const [name, ...others] = positionals;
  if (name === undefined || values.help === true) {
    console.log(list());
    return 0;
  }
  const trial = Object.hasOwn(allTrials, name) ? allTrials[name] : undefined;
  if (trial === undefined || others.length > 0) {
    throw new UsageError(`There is no trial ${positionals.join(' ')}.\n\n${list()}`);
  }
  const count = values.count === undefined ? trial.defaultCount : whole('count', values.count, 1);
  return report(name, trial, { count, seed: whole('seed', values.seed, 0), writes: values.write });
}

async function report(
  name: string,
  trial: Trial,
  asked: { readonly count: number; readonly seed: number; readonly writes: boolean },
): Promise<number> {
  const outcome = await runTrial(trial, asked);
  const { faults, figures } = outcome;
  const width = Math.max(0, ...figures.map(([what]) => what.length));
  console.log(`\n${name}: seed ${asked.seed}, ${asked.count} ${trial.counted}`);
  for (const [what, value] of figures) console.log(`  ${what.padEnd(width)}  ${value}`);
  for (const fault of faults) console.log(`  FAULT: ${fault}`);
  console.log(faults.length === 0 ? 'passed' : 'failed');
  if (asked.writes && !faults.includes(stoppedEarly)) writeRuns(runsOf(name, asked, outcome));
  return faults.length === 0 ? 0 : 1;
}

async function runTrial(
  trial: Trial,
  asked: { readonly count: number; readonly seed: number },
): Promise<Outcome> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const undoings: (() => void | Promise<void>)[] = [];
  const beganAt = performance.now();
  const log = (line: string) =>
    console.error(`${((performance.now() - beganAt) / 1000).toFixed(1).padStart(7)} s  ${line}`);
  const stopped = new Promise<Outcome>((resolve) => {
    const stop = () => resolve({ faults: [stoppedEarly], figures: [] });
    stopping.signal.addEventListener('abort', stop, { once: true });
  });
  const running = trial.run({
    ...asked,
    log,
    signal: stopping.signal,
    atEnd: (undo) => void undoings.push(undo),
  });
  try {
    return await Promise.race([running, stopped]);
  } finally {
    // What a stopped trial still asks for finds everything gone; that is no news.
    running.catch(() => {});
    for (let undo = undoings.pop(); undo !== undefined; undo = undoings.pop()) {
      try {
        await undo();
      } catch (error) {
        console.error(error);
      }
    }
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isExpected = error instanceof CannotRun || error instanceof UsageError;
    console.error(isExpected ? error.message : error);
    process.exit(isExpected ? 2 : 1);
  },
);
