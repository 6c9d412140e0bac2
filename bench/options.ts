import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { cacheFolder } from './layout.ts';

export const sections = [
  'list',
  'first-page',
  'deep-page',
  'scan',
  'batch',
  'export',
  'records',
  'dashboard',
  'costs',
  'memory',
  'start',
  'embedded',
  'browser',
  'due-rounds',
] as const;
export type Section = (typeof sections)[number];

export interface Options {
  readonly rounds: number;
  readonly seed: number;
  readonly only: readonly Section[];
  /** Length of one pass. */
  readonly seconds: number;
  /** Passes of each server, in turns. */
  readonly passes: number;
  /** Simulated days of due rounds. */
  readonly days: number;
  /** Folder that data are made in and found again. */
  readonly cacheFolder: string;
  /** Whether all rounds have their scans. */
  readonly hasScans: boolean;
  /** Whether the product is built first when its sources have changed. */
  readonly builds: boolean;
  /** Whether the figures join the history and docs/benchmarks.md. */
  readonly writes: boolean;
}

const roundsMax = 10_000_000;

const usage = `Measures against generated data, which bench:data makes alone.

  npm run bench -- [options]
  npm run bench:data -- [options]

  --rounds 1000000   how many the data hold
  --seed 1           another seed, other data
  --without-scans    not all rounds have their scans
  --cache FOLDER     where data are made and found again
  --only SECTIONS    some of ${sections.join(',')}
  --seconds 5        length of one pass
  --passes 5         of each server
  --days 2           simulated days of due rounds
  --no-build         measures what is built, also where sources have changed
  --write            adds the figures to bench/history and docs/benchmarks.md`;

const typed = {
  rounds: { type: 'string', default: '1000000' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string' },
  seconds: { type: 'string', default: '5' },
  passes: { type: 'string', default: '5' },
  days: { type: 'string', default: '2' },
  cache: { type: 'string' },
  'without-scans': { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

/** What was typed; ends the process where that is --help, or nothing that can be meant. */
export function optionsOrExit(args: readonly string[]): Options {
  try {
    const options = readOptions(args);
    if (options !== null) return options;
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(2);
  }
}

/** Null where help is asked for. Throws Error saying what to change. */
function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({ args: [...args], options: typed });
  if (values.help === true) return null;
  return {
    rounds: whole('rounds', values.rounds, 1_000, roundsMax),
    seed: whole('seed', values.seed, 0, 1_000_000),
    only: values.only === undefined ? sections : values.only.split(',').map(asSection),
    seconds: whole('seconds', values.seconds, 1, 600),
    passes: whole('passes', values.passes, 1, 100),
    days: whole('days', values.days, 1, 60),
    cacheFolder: values.cache === undefined ? cacheFolder : path.resolve(values.cache),
    hasScans: !values['without-scans'],
    builds: !values['no-build'],
    writes: values.write,
  };
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`--${name} ${text}: must be a whole number from ${min} to ${max}`);
  }
  return value;
}

function asSection(text: string): Section {
  const found = sections.find((section) => section === text);
  if (found === undefined) throw new Error(`--only ${text}: must be some of ${sections.join(',')}`);
  return found;
}
