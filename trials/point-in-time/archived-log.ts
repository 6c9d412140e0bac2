// A PostgreSQL of one's own that keeps its write-ahead log, set up and restored as docs/operations/backup.md says.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { deployFolder } from '../failover/layout.ts';
import { until } from '../failover/front-host.ts';
import { CannotRun, type TrialRun } from '../trial.ts';

const programs = '/usr/lib/postgresql/15/bin';
const startWithinMs = 120_000;

/** Throws CannotRun with how to get what is missing. */
export function requirePostgres(): void {
  const isThere = ['initdb', 'pg_basebackup', 'pg_ctl'].every((name) =>
    fs.existsSync(path.join(programs, name)),
  );
  if (!isThere) throw new CannotRun('Missing here: apt-get install --no-install-recommends postgresql-15');
}

/** As root PostgreSQL does not run: the packages made a user for it. */
function runAsPostgres(program: string, ...args: string[]): string {
  const asked = [path.join(programs, program), ...args];
  const isRoot = process.getuid?.() === 0;
  const user = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
  const [command = '', ...rest] = isRoot ? ['setpriv', ...user, ...asked] : asked;
  return execFileSync(command, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export interface OwnPostgres {
  readonly connection: pg.ClientConfig;
  /** As DATABASE_URL names it. */
  readonly url: string;
  /** The rows of one statement of its superuser. */
  ask(text: string): Promise<readonly Record<string, string>[]>;
  stop(): void;
}

export interface Folders {
  /** Everything else lies in it. */
  readonly folder: string;
  /** Where finished pieces of the log go. */
  readonly archive: string;
  readonly baseBackup: string;
}

/** PostgreSQL's user may write into them. */
export function makeFolders(folder: string): Folders {
  const archive = path.join(folder, 'archive');
  fs.mkdirSync(archive, { mode: 0o777 });
  fs.chmodSync(archive, 0o777);
  fs.chmodSync(folder, 0o777);
  return { folder, archive, baseBackup: path.join(folder, 'base-backup') };
}

/** A new one, with the product's empty database in it. */
export async function startArchivingLog(
  trial: Pick<TrialRun, 'atEnd'>,
  { folder, archive }: Folders,
): Promise<OwnPostgres> {
  const data = path.join(folder, 'first');
  runAsPostgres(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '--auth-local=trust',
    '--auth-host=reject',
    '-E',
    'UTF8',
  );
  configure(data, {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    archive_timeout: '60',
  });
  const postgres = await start(trial, data);
  const file = path.join(deployFolder, 'patroni/create-database.sql');
  const asked = [
    '-h',
    socketOf(data),
    '-U',
    'postgres',
    '-v',
    'password=of-the-trial-alone',
    '-v',
    'ON_ERROR_STOP=1',
  ];
  execFileSync('psql', [...asked, '-q', '-f', file], { stdio: 'pipe' });
  return postgres;
}

/** Of what runs, while it is written to. */
export function takeBaseBackup({ folder, baseBackup }: Folders): void {
  const from = ['-h', socketOf(path.join(folder, 'first')), '-U', 'postgres', '--checkpoint=fast'];
  runAsPostgres('pg_basebackup', ...from, '-D', baseBackup);
}

/** Resolves when all that was written until now lies in the archive. */
export async function archiveAll(postgres: OwnPostgres): Promise<void> {
  const [current] = await postgres.ask('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  const last = current?.['name'] ?? '';
  await until('the last piece of the log', startWithinMs, async () => {
    const [archiver] = await postgres.ask('SELECT last_archived_wal AS name FROM pg_stat_archiver');
    return (archiver?.['name'] ?? '') >= last;
  });
}

/** In a folder of its own: the base backup, and after it the log until `moment`, as PostgreSQL writes a time. */
export async function restoreTo(
  trial: Pick<TrialRun, 'atEnd'>,
  { folder, archive, baseBackup }: Folders,
  { name, moment }: { readonly name: string; readonly moment: string },
): Promise<OwnPostgres> {
  const data = path.join(folder, name);
  execFileSync('cp', ['-a', baseBackup, data]);
  configure(data, {
    archive_mode: 'off',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    recovery_target_timeline: 'current',
  });
  fs.writeFileSync(path.join(data, 'recovery.signal'), '');
  const postgres = await start(trial, data);
  await until('the end of the log', startWithinMs, async () => {
    const [state] = await postgres.ask('SELECT pg_is_in_recovery()::text AS is_recovering');
    return state?.['is_recovering'] === 'false';
  });
  return postgres;
}

/** Not within the data: a base backup would take the socket's lock along. */
const socketOf = (data: string): string => `${data}-socket`;

/** What is said last holds. */
function configure(data: string, settings: Readonly<Record<string, string>>): void {
  fs.mkdirSync(socketOf(data), { mode: 0o777 });
  fs.chmodSync(socketOf(data), 0o777);
  const own = { listen_addresses: '', unix_socket_directories: socketOf(data), timezone: 'UTC' };
  const lines = Object.entries({ ...own, ...settings }).map(([name, value]) => `${name} = '${value}'\n`);
  fs.appendFileSync(path.join(data, 'postgresql.conf'), lines.join(''));
}

async function start({ atEnd }: Pick<TrialRun, 'atEnd'>, data: string): Promise<OwnPostgres> {
  const log = path.join(data, 'start.log');
  try {
    runAsPostgres('pg_ctl', 'start', '-w', '-t', String(startWithinMs / 1000), '-D', data, '-l', log);
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${fs.readFileSync(log, 'utf8')}`, { cause: error });
  }
  let isRunning = true;
  const stop = () => {
    if (isRunning) runAsPostgres('pg_ctl', 'stop', '-w', '-m', 'fast', '-D', data);
    isRunning = false;
  };
  atEnd(stop);
  const connection = { host: socketOf(data), port: 5432, user: 'postgres', database: 'watchpost' };
  const ask = async (text: string) => {
    const client = new pg.Client({ ...connection, database: 'postgres' });
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const url = `postgres://watchpost@localhost:5432/watchpost?host=${encodeURIComponent(socketOf(data))}`;
  return { connection, url, ask, stop };
}
