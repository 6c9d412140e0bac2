// Copies the history of all tenants into their tables: threads make the lines, one connection a table takes them.
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { canFreeze } from './bare-tables.ts';
import { type Connect, inTransaction } from './connections.ts';
import { repetitionOf } from '../dataset-shape.ts';
import type { HistoryOrder, HistoryPart } from './history-order.ts';
import { columnsOf, type HistoryTable, historyTables } from './history-tables.ts';
import { type Log, telling } from './progress.ts';
import { type Repeated, repeatHistory, weeksOf } from './repeat-history.ts';

export type RowCounts = Record<HistoryTable, number>;

/** With the usual 16 MB half of the time goes into clearing up. */
const youngMb = 384;

type Write = (part: HistoryPart) => Promise<void>;

/** One file without types: what a TypeScript loader adds to each function makes threads half as fast. */
async function bundledWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'history-worker.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
    logLevel: 'error',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild made nothing');
  return file.text;
}

/** Nothing needs a journal in a table that was made or emptied in the same transaction. */
async function copyInto(
  client: pg.Client,
  table: HistoryTable,
  isRepeated: boolean,
  run: (write: Write) => Promise<void>,
): Promise<void> {
  const target = isRepeated ? weeksOf(table) : table;
  await inTransaction(client, async () => {
    await client.query(
      isRepeated ? `CREATE TABLE ${target} (LIKE ${table} INCLUDING DEFAULTS)` : `TRUNCATE ${target}`,
    );
    const options = (await canFreeze(client, target)) ? ' WITH (FREEZE)' : '';
    const columns = columnsOf[table].join(', ');
    const stream = client.query(copyFrom(`COPY ${target} (${columns}) FROM STDIN${options}`));
    const over = new Promise<void>((resolve, reject) => {
      stream.once('finish', resolve);
      stream.once('error', reject);
    });
    over.catch(() => {});
    const written = run(
      ({ bytes }) =>
        new Promise((resolve, reject) => {
          stream.write(bytes, (error) => (error ? reject(error) : resolve()));
        }),
    );
    // A connection that breaks leaves writes waiting for ever.
    await Promise.race([over, written]);
    stream.end();
    await over;
  });
}

/** Opens the tables one within the other, so that all are open while threads write. */
function copyIntoAll(
  connect: Connect,
  tables: readonly HistoryTable[],
  isRepeated: boolean,
  writers: ReadonlyMap<HistoryTable, Write>,
  run: (writers: ReadonlyMap<HistoryTable, Write>) => Promise<void>,
): Promise<void> {
  const [table, ...others] = tables;
  if (table === undefined) return run(writers);
  return connect((client) =>
    copyInto(client, table, isRepeated, (write) =>
      copyIntoAll(connect, others, isRepeated, new Map([...writers, [table, write]]), run),
    ),
  );
}

function runThread(code: string, order: HistoryOrder, write: Write): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, {
      eval: true,
      workerData: order,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
    });
    const fail = (error: Error) => {
      void worker.terminate();
      reject(error);
    };
    worker.on('message', (part: HistoryPart) => {
      write(part).then(() => worker.postMessage('written'), fail);
    });
    worker.once('error', fail);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`A thread ended with ${code}`)),
    );
  });
}

/** The rows of each table. */
export async function copyHistory(
  connect: Connect,
  orders: readonly HistoryOrder[],
  log: Log,
): Promise<RowCounts> {
  const counts: RowCounts = { duty_sessions: 0, rounds: 0, scans: 0, field_events: 0 };
  const rounds = orders.reduce((sum, { tenant }) => sum + tenant.rounds, 0);
  // All tenants' is the same.
  const { times, lengthMs } = orders[0]?.tenant.repetition ?? repetitionOf(rounds);
  const isRepeated = times > 1;
  const report = telling(rounds / times, log);
  const repeated: Repeated[] = [];
  const code = await bundledWorker();
  await copyIntoAll(connect, historyTables, isRepeated, new Map(), async (writers) => {
    const waiting = [...orders];
    const lane = async () => {
      for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
        let modelled = 0;
        await runThread(code, order, async (part) => {
          await writers.get(part.table)?.(part);
          counts[part.table] += part.rows;
          if (part.table === 'rounds') modelled += part.rows;
          report(counts.rounds);
        });
        repeated.push({ tenantId: order.book.tenantId, modelled, target: order.tenant.rounds });
      }
    };
    await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, lane));
  });
  return isRepeated ? repeatHistory(connect, { times, lengthMs }, repeated, log) : counts;
}
