// The rows of docs/trust.md: what is promised, its target, and the command that tries it.

export interface TrustRow {
  readonly row: string;
  readonly target: string;
  /** The trial by its name; absent where tests or a document answer the row. */
  readonly trial?: string;
  /** A run with fewer is in the history and not in the table; the trial's own count where absent. */
  readonly wholeCount?: number;
  /** Which of the trial's figures belong to the row, by name; all where absent. */
  readonly figures?: RegExp;
  /** Its short form, which runs in every test run, or what answers the row without a trial. */
  readonly short?: string;
}

export const trustRows: readonly TrustRow[] = [
  {
    row: 'authorization matrix: each route by each role, with records of another site and another tenant',
    target: '100 % of routes, 0 leaks; what exists elsewhere looks like what does not exist',
    trial: 'authorization',
    wholeCount: 1,
    short: '`npx vitest run access-matrix site-isolation foreign-records`',
  },
  {
    row: 'unknown, duplicate and prototype keys; field names as injection',
    target: '10,000 tries, 0 accepted',
    trial: 'field-names',
    short: '`npx vitest run hostile-names`',
  },
  {
    row: 'fuzz from the OpenAPI document',
    target: '50,000 requests, 0 answers 5xx, 0 outside their schema',
    trial: 'fuzz',
    short: '`npx vitest run random-requests`',
  },
  {
    row: 'kill -9 of server and database under acknowledged writes',
    target: '200 kills, 0 lost, 0 half-written rounds, counters equal to rows',
    trial: 'crash',
    short: '`npx vitest run short-forms`',
  },
  {
    row: 'fsync before each acknowledgement',
    target: 'shown by a system-call trace',
    trial: 'power-loss',
    short: '`npx vitest run short-forms`, skipped where strace is missing',
  },
  {
    row: 'the same trace, with commits that do not wait for the disk',
    target: 'the trace notices it',
    trial: 'power-loss-counter-proof',
  },
  {
    row: 'scans replayed, doubled, out of order, concurrent, weeks late',
    target: '100,000 uploads, 0 doubled, 0 lost; the same id with another body is refused',
    trial: 'replay',
    short: '`npx vitest run short-forms`',
  },
  {
    row: 'database restarted under load',
    target: '20 times, 0 lost, only 503 with Retry-After in between, healthy within 5 s',
    trial: 'database-restart',
  },
  {
    row: 'leader of a cluster killed and cut off under load',
    target: '0 acknowledged lost',
    trial: 'failover',
  },
  {
    row: 'restored to a moment before a mistake, from a base backup and the log of writes',
    target: '0 acknowledged by then lost, nothing later there',
    trial: 'point-in-time',
  },
  {
    row: 'replicas behind HAProxy killed, cut off, paused and delayed',
    target: '0 reads that miss what was acknowledged before, 0 errors',
    trial: 'replicas',
    short: '`npx vitest run replicas`',
  },
  {
    row: 'a month archived and removed while others work',
    target: '0 differences in `npm run verify`, others served',
    trial: 'retention',
  },
  {
    row: 'panels and alarms of `deploy/`, read by a Prometheus',
    target: 'each panel has a value, each alarm a rule that can fire',
    trial: 'board',
  },
  {
    row: 'forged, backdated, postdated, replayed and shared uploads; edits behind the product',
    target:
      'at least 40 and 12 kinds, each flagged, refused or named by `npm run verify`; what passes is named in [evidence.md](evidence.md)',
    trial: 'forgery',
    short: '`npx vitest run trials/forgery`',
  },
  {
    row: 'guessing passwords',
    target: 'at most 10 an account in 15 min, 30 in a burst an address; the right one still works later',
    trial: 'guessing',
    figures: /^(?!.*(code|OTP))/i,
    short: '`npx vitest run session-guessing`',
  },
  {
    row: 'guessing an OTP',
    target: 'at most 5 a code',
    trial: 'guessing',
    figures: /code|OTP/i,
    short: '`npx vitest run forgotten-password`',
  },
  {
    row: 'finding out accounts (sign-in, forgotten password, codes)',
    target: 'identical bytes; medians within 2 ms over 1,000 samples',
    trial: 'enumeration',
  },
  {
    row: 'script injection in rich pages, names, toasts, file names',
    target: 'every vector, 0 executed in Chromium',
    short: '`npx playwright test script-injection`',
  },
  {
    row: 'formulas in .xls, .xlsx and .csv',
    target: '0 formula cells, values stay readable',
    trial: 'formulas',
    short: '`npx vitest run tables-out`',
  },
  {
    row: 'uploads: polyglots, bombs, traversal, pixel floods',
    target: '500 files, 0 outside the store, 0 served as active content, memory at most +100 MB',
    trial: 'uploads',
    short: '`npx vitest run company/files`',
  },
  {
    row: 'sessions',
    target: 'dead on the next request; 0 cross-site writes from a second origin in a real browser',
    trial: 'cross-site',
    wholeCount: 3,
  },
  {
    row: 'dates',
    target: 'every IANA zone, each transition 2015 to 2030: 0 rounds in a wrong day',
    trial: 'time-zones',
    wholeCount: 500,
    short: '`npx vitest run zone-days`',
  },
  {
    row: '1,000 slow connections',
    target: "other users' p99 at most 2 x; closed within 15 s",
    trial: 'slow-clients',
    short: '`npx vitest run slow-connections`',
  },
  {
    row: 'overload at 10 x capacity',
    target: 'bounded queue, 503 with Retry-After, memory at most 300 MB, full recovery',
    trial: 'overload',
    short: '`npx vitest run admission more-handles`',
  },
  {
    row: 'soak',
    target: 'memory slope at most 1 MB an hour, 0 leaked connections',
    trial: 'soak',
  },
  {
    row: 'disk full',
    target: '0 acknowledged lost, reads go on, recovers without a hand',
    trial: 'full-disk',
    short: '`npx vitest run disk-room full-disk`',
  },
  {
    row: 'OWASP ASVS 5.0 level 2',
    target: 'each of the 253 requirements has an answer',
    short: '`npx vitest run checks/asvs`, [asvs.md](security/asvs.md)',
  },
];
