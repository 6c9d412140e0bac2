// A thread that makes the history of one tenant and hands it over as lines for COPY, window by window.
import { parentPort, workerData } from 'node:worker_threads';
import { HistoryRows, type HistoryWindow, scanJudgeOf } from '../../apps/server/src/demo/history-rows.ts';
import { companyOf, historyOf } from '../dataset-shape.ts';
import type { HistoryOrder, HistoryPart } from './history-order.ts';
import { linesOf, withoutScans } from './history-tables.ts';

/** Parts that wait to be written: enough to keep the database busy, few enough to hold in memory. */
const partsAheadMax = 12;

const port = parentPort;
if (port === null) throw new Error('This runs as a thread');
const order: HistoryOrder = workerData;

let ahead = 0;
let resume = () => {};
port.on('message', () => {
  ahead -= 1;
  resume();
});

const company = companyOf(order.seed, order.tenant);

async function send(window: HistoryWindow): Promise<void> {
  for (const { table, rows, text } of linesOf(company.id, order.hasScans ? window : withoutScans(window))) {
    if (rows === 0) continue;
    const part: HistoryPart = { table, rows, bytes: new TextEncoder().encode(text) };
    port?.postMessage(part, [part.bytes.buffer]);
    ahead += 1;
  }
  await untilAhead(partsAheadMax);
}

async function untilAhead(parts: number): Promise<void> {
  while (ahead > parts) await new Promise<void>((resolve) => (resume = resolve));
}

async function main(): Promise<void> {
  // Bytes lose their kind on the way into a thread.
  const book = { ...order.book, keys: order.book.keys.map((key) => Buffer.from(key)) };
  const rows = new HistoryRows(scanJudgeOf(book, order.tags));
  for (const record of historyOf(company, order.tenant)) {
    rows.add(record);
    if (rows.isFull) await send(rows.take());
  }
  await send(rows.take());
  await untilAhead(0);
  port?.close();
}

void main();
