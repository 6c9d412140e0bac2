// A large export: how fast, how much memory, and what it costs the others.
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  exportScannedCheckpoints,
  listScannedCheckpoints,
  type ScannedCheckpointsPage,
} from '@watchpost/contract/scanned-checkpoints';
import { addDays, calendarDate } from '@watchpost/domain/time-zone';
import { parseCsv } from 'hucre/csv';
import type { ChildServer } from './child-server.ts';
import { period } from './dataset-shape.ts';
import { excelJsRowsPerSecond } from './exceljs-floor.ts';
import { cycle, described, latency, listRequests } from './list-figures.ts';
import { load, type Pass } from './load.ts';
import { cpuMsOf, residentMbOf } from './process-usage.ts';
import { apiPath, type Headers, signInAdmin, startProduct, timeZone } from './product.ts';
import { atLeast, atMost, brief, type Figure, times } from './report.ts';
import type { Setting } from './setting.ts';

const wantedRows = 1_000_000;
const memorySampleMs = 50;
/** Of the same export; enough for exceljs to reach its pace. */
const floorRows = 200_000;
const newLine = 0x0a;

interface Export {
  readonly path: string;
  readonly rows: number;
}

/** In a product of its own, whose memory no earlier load has widened. */
export async function measureExport(setting: Setting): Promise<Figure[]> {
  const product = await startProduct({
    dataDir: setting.dataset.dataDir,
    databaseUrl: setting.server.url,
  });
  try {
    const admin = await signInAdmin(product);
    const found = await findExport(product, admin);
    const list = cycle(setting, product, listRequests({ ...setting, admin }).product);
    const { passes, seconds } = setting.options;
    await load(list, seconds);
    const beforeMb = residentMbOf(product.pid);
    const alone = await timeExport(product, admin, found);
    const quiet: Pass[] = [];
    const during: Pass[] = [];
    for (let pass = 0; pass < passes; pass += 1) {
      quiet.push(await load(list, seconds));
      const running = startExport(product, admin, found);
      during.push(await load(list, seconds));
      running.abort();
      await sleep(500);
    }
    const floorSpeed = await excelJsRowsPerSecond(
      path.dirname(setting.dataset.dataDir),
      await firstRowsOf(product, admin, found),
    );
    return [...ownFigures(found, { ...alone, beforeMb, floorSpeed }), othersFigure(quiet, during)];
  } finally {
    await product.stop();
  }
}

interface Measured {
  readonly tookMs: number;
  /** Processor time of the server. */
  readonly cpuMs: number;
  readonly bytes: number;
  readonly highestMb: number;
  readonly beforeMb: number;
  /** Rows a second of exceljs. */
  readonly floorSpeed: number;
}

function ownFigures(found: Export, measured: Measured): Figure[] {
  const { tookMs, cpuMs, bytes, highestMb, beforeMb, floorSpeed } = measured;
  const speed = (found.rows * 1_000) / tookMs;
  const growth = highestMb - beforeMb;
  const what = 'export of 1,000,000 checkpoint rows to .xlsx';
  return [
    {
      what,
      product: `${found.rows.toLocaleString('en-US')} rows, ${brief(tookMs / 1_000)} s, of which ${brief(cpuMs / 1_000)} s of processor; ${brief(bytes / 1_000_000)} MB`,
      floor: `${brief(floorSpeed)} rows/s by exceljs`,
      measured: `${times(speed / floorSpeed)}: ${brief(speed)} rows/s`,
      ...atLeast(speed / floorSpeed, 2, ' x exceljs'),
    },
    {
      what: `${what}: memory`,
      product: `${brief(beforeMb)} to ${brief(highestMb)} MB`,
      floor: '',
      measured: `${brief(growth)} MB more`,
      ...atMost(growth, 100, ' MB more'),
    },
  ];
}

function othersFigure(alone: readonly Pass[], during: readonly Pass[]): Figure {
  const ratio = latency(during, 0.99) / latency(alone, 0.99);
  return {
    what: "other users' list during an export",
    product: `${described(during)}; without: ${described(alone)}`,
    floor: '',
    measured: `p99 ${times(ratio)}`,
    ...atMost(ratio, 2.5, ' x the p99 without'),
  };
}

/** The shortest range up to the end of the data that holds the wanted rows, or all of it. */
async function findExport(product: ChildServer, admin: Headers): Promise<Export> {
  const to = calendarDate(period.toMs - 1, timeZone);
  const days = Math.round((period.toMs - period.fromMs) / 86_400_000);
  let [enough, tooFew] = [days, 0];
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if ((await exportRows(product, admin, addDays(to, 1 - middle), to)) >= wantedRows) enough = middle;
    else tooFew = middle;
  }
  const from = addDays(to, 1 - enough);
  const query = new URLSearchParams({ from, to, format: 'xlsx' });
  const path = `${apiPath(exportScannedCheckpoints.path)}?${query}`;
  return { path, rows: await exportRows(product, admin, from, to) };
}

/** Cells of the export's first rows. */
async function firstRowsOf(product: ChildServer, admin: Headers, found: Export): Promise<string[][]> {
  const reply = await fetch(product.url + found.path.replace('format=xlsx', 'format=csv'), {
    headers: admin,
  });
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  let lines = 0;
  for await (const chunk of reply.body ?? []) {
    chunks.push(decoder.decode(chunk, { stream: true }));
    lines += chunk.filter((byte: number) => byte === newLine).length;
    if (lines > floorRows) break;
  }
  const rows = parseCsv(chunks.join('').replace(/^\uFEFF/, ''), { delimiter: ',', typeInference: false });
  return rows.slice(0, floorRows).map((cells) => cells.map(String));
}

async function exportRows(product: ChildServer, admin: Headers, from: string, to: string): Promise<number> {
  const query = new URLSearchParams({ from, to, limit: '1' });
  const reply = await fetch(`${product.url}${apiPath(listScannedCheckpoints.path)}?${query}`, {
    headers: admin,
  });
  const page: ScannedCheckpointsPage = JSON.parse(await reply.text());
  return page.exportRows;
}

async function timeExport(
  product: ChildServer,
  admin: Headers,
  found: Export,
): Promise<Pick<Measured, 'tookMs' | 'cpuMs' | 'bytes' | 'highestMb'>> {
  let highestMb = residentMbOf(product.pid);
  const timer = setInterval(() => {
    highestMb = Math.max(highestMb, residentMbOf(product.pid));
  }, memorySampleMs);
  try {
    const startedAt = performance.now();
    const cpuBefore = cpuMsOf(product.pid);
    const bytes = await startExport(product, admin, found).bytes;
    const cpuMs = cpuMsOf(product.pid) - cpuBefore;
    return { tookMs: performance.now() - startedAt, cpuMs, bytes, highestMb };
  } finally {
    clearInterval(timer);
  }
}

/** Receives the file and throws it away. */
function startExport(
  product: ChildServer,
  admin: Headers,
  found: Export,
): { bytes: Promise<number>; abort: () => void } {
  const request = http.get(product.url + found.path, { headers: admin, agent: false });
  const bytes = new Promise<number>((resolve, reject) => {
    let received = 0;
    request.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`the export answered ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => (received += chunk.length));
      response.on('end', () => resolve(received));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
  // An aborted request does not wait for the bytes.
  bytes.catch(() => undefined);
  return { bytes, abort: () => request.destroy() };
}
