// What a log is sealed with.
import { LogAlarms } from './log-alarms.queries.ts';
import type { LogSecrets } from './log-keys.ts';
import { SetClock } from './set-clock.ts';
import { StoredDays } from './stored-days.ts';
import { StoredHeads } from './stored-heads.ts';

export interface Sealing {
  readonly secrets: LogSecrets;
  readonly heads: StoredHeads;
  readonly days: StoredDays;
  readonly alarms: LogAlarms;
  readonly clock: SetClock;
}

export interface SealingSettings {
  readonly secrets: LogSecrets;
  /** Where the last sealed heads are stored; outside the database. */
  readonly folder: string;
  readonly onProblem: (sentence: string) => void;
}

export function makeSealing({ secrets, folder, onProblem }: SealingSettings): Sealing {
  return {
    secrets,
    heads: new StoredHeads(folder),
    days: new StoredDays(folder),
    alarms: new LogAlarms(onProblem),
    clock: new SetClock(),
  };
}
