// What a request of each kind costs: processor time of server and database, and log written. Inputs of the capacity model.
import http from 'node:http';
import { followEvents } from '@watchpost/contract/notifications';
import { CompiledQuery } from 'kysely';
import { openOwner } from '../apps/server/src/platform/db/database.ts';
import {
  batchScans,
  dashboards,
  listPages,
  plans,
  rounds,
  scans,
  signInPhones,
  tellings,
} from './cost-requests.ts';
import type { DatasetServer } from './dataset.ts';
import { load, type Target } from './load.ts';
import { childrenCpuMsOf, cpuMsOf, residentMbOf } from './process-usage.ts';
import { apiPath, type Headers, signInAdmin } from './product.ts';
import { brief, type Figure } from './report.ts';
import type { Setting } from './setting.ts';
import { median } from './statistics.ts';

/** As many as one account may have open. */
const streamsEach = 20;
const restMs = 10_000;
const minuteMs = 60_000;

interface Cost {
  readonly what: string;
  readonly target: Target;
  /** How many of the reported items are in one request. */
  readonly inOne?: number;
}

export async function measureCosts(setting: Setting): Promise<Figure[]> {
  // First: what is written below is sealed later, by the clock.
  const streams = await measureStreams(setting);
  const phones = await signInPhones(setting);
  const kinds: Cost[] = [
    { what: 'a page of the list, exact total', target: listPages(setting) },
    { what: "a request of the dashboard's three, a month", target: dashboards(setting) },
    { what: 'a round, started and ended', target: rounds(setting, phones), inOne: 0.5 },
    { what: 'a scan by itself', target: await scans(setting, 'single') },
    { what: 'a scan, in batches of 100', target: await scans(setting, 'batch'), inOne: batchScans },
    { what: "a phone's plan", target: plans(setting, phones) },
    { what: 'a phone that tells the office', target: tellings(setting, phones) },
  ];
  const figures: Figure[] = [streams];
  for (const kind of kinds) figures.push(await measureCost(setting, kind));
  return [...figures, ...(await measureRows(setting.server))];
}

/** Medians of the passes, after one that warms up. */
async function measureCost(setting: Setting, { what, target, inOne = 1 }: Cost): Promise<Figure> {
  const { passes, seconds } = setting.options;
  const serverMs: number[] = [];
  const databaseMs: number[] = [];
  const logBytes: number[] = [];
  for (let pass = 0; pass <= passes; pass += 1) {
    await target.prepare?.();
    const before = await logPosition(setting.server);
    const { prepare: _done, ...rest } = target;
    const done = await load(rest, seconds);
    if (pass === 0) {
      // Of tables that the data left empty the database believes that they still are, for a minute or so.
      await ask(setting.server, 'ANALYZE rounds, scans, field_events');
      continue;
    }
    const made = done.latenciesMs.length * inOne;
    serverMs.push(done.cpuMsPerRequest / inOne);
    databaseMs.push(done.databaseCpuMsPerRequest / inOne);
    logBytes.push(((await logPosition(setting.server)) - before) / made);
  }
  const log = median(logBytes);
  return figureOf(
    `cost of ${what}`,
    `${brief(median(serverMs))} ms of the server, ${brief(median(databaseMs))} ms of the database, ${brief(log)} bytes of log`,
  );
}

/** Consoles that are open and hear of nothing. */
async function measureStreams(setting: Setting): Promise<Figure> {
  const { product } = setting;
  const people = await signInSuperAdmins(setting);
  const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY });
  await rest();
  // Work that the server does by the clock, without any listeners.
  const idleMs = await restingMs(setting);
  const beforeMb = residentMbOf(product.pid);
  const wanted = people.flatMap((person) => Array.from({ length: streamsEach }, () => person));
  const opened = await Promise.all(wanted.map(({ url, headers }) => openStream(url, { agent, headers })));
  const streams = opened.length;
  await rest();
  const cpuMs = await restingMs(setting);
  const kb = ((residentMbOf(product.pid) - beforeMb) * 1_000) / streams;
  for (const request of opened) request.destroy();
  const own = Math.max(0, cpuMs.server - idleMs.server) / streams;
  const asked = Math.max(0, cpuMs.database - idleMs.database) / streams;
  return figureOf(
    `cost of an open stream of events, at rest (one of ${streams})`,
    `${brief(Math.max(0, kb))} kB; a minute ${brief(own)} ms of the server, ${brief(asked)} ms of the database; with none ${brief(idleMs.server)} ms and ${brief(idleMs.database)} ms`,
  );
}

/** Processor time of a minute in which no one asks anything. */
async function restingMs({ product, server }: Setting): Promise<{ server: number; database: number }> {
  const used = () => [cpuMsOf(product.pid), childrenCpuMsOf(server.postgres.pid)] as const;
  const [before, databaseBefore] = used();
  // Whole minutes: some of it is done once a minute.
  await new Promise((resolve) => setTimeout(resolve, minuteMs));
  const [after, databaseAfter] = used();
  return { server: after - before, database: databaseAfter - databaseBefore };
}

/** Of each tenant, with where it hears of what happens. */
async function signInSuperAdmins({ product, server }: Setting): Promise<{ url: string; headers: Headers }[]> {
  const tenants = await ask<{ slug: string }>(server, 'SELECT slug FROM tenants ORDER BY slug');
  const signedIn: { url: string; headers: Headers }[] = [];
  for (const { slug } of tenants) {
    const url = product.url + apiPath(followEvents.path, slug);
    signedIn.push({ url, headers: await signInAdmin(product, slug) });
  }
  return signedIn;
}

function openStream(
  url: string,
  options: { readonly agent: http.Agent; readonly headers: Headers },
): Promise<http.ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, options, (response) => {
      response.resume();
      if (response.statusCode === 200) resolve(request);
      else reject(new Error(`${url} answered ${response.statusCode}`));
    });
    request.on('error', reject);
  });
}

const rest = () => new Promise((resolve) => setTimeout(resolve, restMs));

const tables = ['rounds', 'scans', 'field_events', 'duty_sessions', 'due_rounds'] as const;

/** Bytes of a row with its share of the indexes; partitions count as their table. */
async function measureRows(server: DatasetServer): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const table of tables) {
    const [row] = await ask<{ bytes: number | null; rows: number }>(
      server,
      `SELECT pg_total_relation_size('${table}')
          + (SELECT coalesce(sum(pg_total_relation_size(relid)), 0)::bigint FROM pg_partition_tree('${table}') WHERE isleaf) AS bytes,
        (SELECT count(*) FROM ${table}) AS rows`,
    );
    if (row === undefined || row.rows === 0) continue;
    const bytes = brief((row.bytes ?? 0) / row.rows);
    figures.push(figureOf(`a row of ${table}, indexes included`, `${bytes} bytes`));
  }
  return figures;
}

/** Bytes of write-ahead log so far. */
async function logPosition(server: DatasetServer): Promise<number> {
  const [row] = await ask<{ bytes: number }>(
    server,
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS bytes`,
  );
  return row?.bytes ?? 0;
}

async function ask<Row>(server: DatasetServer, text: string): Promise<Row[]> {
  const owner = openOwner(server.connection);
  try {
    return (await owner.db.executeQuery<Row>(CompiledQuery.raw(text))).rows;
  } finally {
    await owner.close();
  }
}

const figureOf = (what: string, measured: string): Figure => ({
  what,
  product: '',
  floor: '',
  measured,
  target: 'input of the capacity model',
  isMet: true,
});
