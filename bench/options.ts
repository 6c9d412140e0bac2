import path from 'node:path';
import { parseArgs } from 'node:util';
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
}

const roundsMax = 10_000_000;

/** Throws Error saying what to change. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      passes: { type: 'string', default: '5' },
      days: { type: 'string', default: '2' },
      cache: { type: 'string' },
      'without-scans': { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
    },
  });
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
