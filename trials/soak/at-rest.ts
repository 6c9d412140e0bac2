// What a server keeps at work of which no one asks anything.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import type { WatchedServer } from './watched-server.ts';

/** How many of each kind: sockets, timers and the like, requests that are not answered to their end, connections. */
export type AtRest = Readonly<Record<string, number>>;

/** How many connections its pools hold at rest is for the timetable's jobs to say, which differ from minute to minute. */
export const databaseConnections = 'connections to the database';

/** After so long without work pools have let go of a connection. */
const idleMaxSeconds = 65;
const looks = 21;
/** Never the same twice: jobs are looked for at an even pace, and a look must not keep step with it. */
const betweenLooksMs = (look: number) => 600 + look * 37;

/** What most of some looks find: what one catches of a job that is just run, or looked for, is not kept. */
export async function atRest(server: WatchedServer, owner: Db): Promise<AtRest> {
  const found: AtRest[] = [];
  for (let look = 0; look < looks; look += 1) {
    await sleep(betweenLooksMs(look));
    found.push(await lookAt(server, owner));
  }
  const kinds = new Set(found.flatMap((one) => Object.keys(one)));
  return Object.fromEntries([...kinds].map((kind) => [kind, mostCommon(found.map((one) => one[kind] ?? 0))]));
}

async function lookAt(server: WatchedServer, owner: Db): Promise<AtRest> {
  const [{ PipeWrap: pipes = 0, Timeout: timers = 0, ...others }, { all, forgotten }] = await Promise.all([
    server.handles(),
    connectionsOf(owner),
  ]);
  return {
    ...others,
    // Each connection is a pipe and, while its pool keeps it for the next work, a timer.
    'pipes less those': pipes - all,
    'timers less those': timers - all,
    'of them past the time that pools keep one': forgotten,
    [databaseConnections]: all,
  };
}

async function connectionsOf(owner: Db): Promise<{ readonly all: number; readonly forgotten: number }> {
  const { rows } = await sql<{ all: number; forgotten: number }>`
    SELECT count(*)::int AS "all",
      (count(*) FILTER (WHERE state_change < now() - make_interval(secs => ${idleMaxSeconds})))::int AS forgotten
    FROM pg_stat_activity WHERE usename = 'watchpost_app'`.execute(owner);
  const [counted] = rows;
  if (counted === undefined) throw new Error('a count always has a row');
  return counted;
}

function mostCommon(values: readonly number[]): number {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  const [[value] = [0]] = [...times].sort(([, a], [, b]) => b - a);
  return value;
}
