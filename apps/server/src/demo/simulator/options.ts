// Options of a simulation, from a function call or the command line.
import { parseArgs } from 'node:util';
import { tenantSlugPattern } from '@watchpost/domain/patterns';
import { demoEmails, demoPassword } from '../../accounts/sign-in/demo-sign-ins.ts';
import type { ConsoleSignIn } from './console-codes.ts';

export interface SimulateOptions {
  /** Where the server listens, without a path. */
  readonly url: string;
  readonly tenant: string;
  /** How many walk: EMP001 and those after it. */
  readonly guards: number;
  readonly secret: string;
  /** Simulated seconds in one real second. */
  readonly speed: number;
  readonly seed: number;
  /** Real minutes until everyone goes home; with isOnce it is ignored. */
  readonly minutes: number;
  /** Each guard walks one round and goes home. */
  readonly isOnce: boolean;
  /** Salt of all ids: the same run of the same seed and beginning repeats every event to the letter. Null for a new one. */
  readonly run: string | null;
  /** Simulated time at which the walk begins; null to end about now, or for a named run to begin at a UTC midnight. */
  readonly fromMs: number | null;
  /** The account that tells which codes hang at the checkpoints; null to send scans without codes. */
  readonly console: ConsoleSignIn | null;
}

export class UsageError extends Error {}

export const usage = `Guards walk rounds over the real field API.

  npm run simulate -- [options]

  --tenant demo                tenant's short name
  --guards 10                  how many walk, EMP001 and on
  --secret Patrol-demo-1       their field secret
  --email super@demo.example   account that may see the checkpoints, whose codes are scanned
  --password Patrol-demo-1     its password; --email none scans without codes
  --speed 60                   simulated seconds in a real one (0.1 to 100000)
  --minutes 10                 real minutes until all go home
  --once                       each walks one round instead
  --seed 1                     another seed, another walk
  --run NAME                   repeat the events of the run of that name (default: a new run)
  --from 2026-01-31T06:00:00Z  simulated beginning
  --url http://127.0.0.1:8080  where the server listens

A run ends about now: at speed 60 ten minutes show the last ten hours. A named run begins at a UTC midnight unless
--from is given, so that a repetition on the same day sends the same events. Ctrl-C ends duties and rounds cleanly.
Events are signed as a phone signs them; of a past that is played, an evidence file says that it is older than its key.`;

/** Options of a command line (without node and script). Throws UsageError naming what to change; null for --help. */
export function parseArguments(args: readonly string[]): SimulateOptions | null {
  const values = parse(args);
  if (values.help === true) return null;
  const tenant = values.tenant ?? 'demo';
  if (!tenantSlugPattern.test(tenant)) {
    throw new UsageError(`--tenant ${tenant}: lower-case letters, digits and hyphens only.`);
  }
  const email = values.email ?? demoEmails.superAdmin;
  return {
    url: urlOf(values.url ?? 'http://127.0.0.1:8080'),
    tenant,
    guards: numberOf('guards', values.guards ?? '10', 1, 10_000, true),
    secret: values.secret ?? demoPassword,
    speed: numberOf('speed', values.speed ?? '60', 0.1, 100_000, false),
    seed: numberOf('seed', values.seed ?? '1', 0, 2 ** 31, true),
    minutes: numberOf('minutes', values.minutes ?? '10', 0.01, 60 * 24 * 7, false),
    isOnce: values.once === true,
    run: values.run ?? null,
    fromMs: values.from === undefined ? null : instantOf(values.from),
    console: email === 'none' ? null : { email, password: values.password ?? demoPassword },
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const texts = {
    tenant: text,
    guards: text,
    secret: text,
    email: text,
    password: text,
    speed: text,
    seed: text,
    minutes: text,
    run: text,
    from: text,
    url: text,
  };
  try {
    return parseArgs({ args: [...args], options: { ...texts, once: flag, help: flag } }).values;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(`${sentence}. --help lists the options.`);
  }
}

function numberOf(name: string, text: string, min: number, max: number, isWhole: boolean): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= min && value <= max) || (isWhole && !Number.isInteger(value))) {
    throw new UsageError(
      `--${name} ${text}: must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`,
    );
  }
  return value;
}

function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`--url ${text}: must be an address such as http://127.0.0.1:8080.`);
  }
  return url.origin;
}

function instantOf(text: string): number {
  const ms = Date.parse(text);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text) || !(ms >= Date.UTC(2000, 0, 1) && ms < Date.UTC(2099, 0, 1))) {
    throw new UsageError(`--from ${text}: must be a time such as 2026-01-31T06:00:00Z.`);
  }
  return ms;
}
