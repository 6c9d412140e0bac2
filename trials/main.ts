// npm run trial: lists the trials; npm run trial -- NAME runs one and prints its verdict and figures.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { allTrials } from './all-trials.ts';
import { CannotRun, type Outcome, type Trial } from './trial.ts';

class UsageError extends Error {}

function list(): string {
  const names = Object.keys(allTrials);
  const width = Math.max(...names.map((name) => name.length));
  const lines = Object.entries(allTrials).map(
    ([name, { about, counted, defaultCount }]) =>
      `  ${name.padEnd(width)}  ${about} (--count: ${counted}, ${defaultCount} unless said)`,
  );
  return `npm run trial -- NAME [--count N] [--seed N]\n\n${lines.join('\n')}`;
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
  return report(name, trial, { count, seed: whole('seed', values.seed, 0) });
}

async function report(
  name: string,
  trial: Trial,
  asked: { readonly count: number; readonly seed: number },
): Promise<number> {
  const { faults, figures } = await runTrial(trial, asked);
  const width = Math.max(0, ...figures.map(([what]) => what.length));
  console.log(`\n${name}: seed ${asked.seed}, ${asked.count} ${trial.counted}`);
  for (const [what, value] of figures) console.log(`  ${what.padEnd(width)}  ${value}`);
  for (const fault of faults) console.log(`  FAULT: ${fault}`);
  console.log(faults.length === 0 ? 'passed' : 'failed');
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
    const stop = () => resolve({ faults: ['stopped before its end'], figures: [] });
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
