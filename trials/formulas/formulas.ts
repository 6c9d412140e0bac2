// Words of a tenant that begin like formulas, in every export, read back by LibreOffice.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exportAuditEntries } from '@watchpost/contract/audit-log';
import { makeWorld } from '../../apps/server/src/testing/endpoint-samples.ts';
import { sessionHeaders } from '../../apps/server/src/testing/made-sessions.ts';
import { startTriedProduct, type TriedProduct } from '../tried-product.ts';
import { sender } from '../product/send.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { bareFormulasIn } from './bare-csv.ts';
import { exporting, formats, writeExports } from './exports.ts';
import { beginnings, plantFormulas, valueMark } from './hostile-values.ts';
import { type ReadCell, readBack, requireReader } from './read-back.ts';

interface Found {
  readonly faults: string[];
  /** Of endpoint and format: columns in which a planted value was read. */
  readonly columns: Map<string, Set<number>>;
  files: number;
  cells: number;
  planted: number;
}

async function run(trial: TrialRun): Promise<Outcome> {
  const { count, log, atEnd, signal } = trial;
  await requireReader();
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-formulas-'));
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  await requireFormulasSeen(folder);
  const product = await startTriedProduct(trial);
  const found: Found = { faults: [], columns: new Map(), files: 0, cells: 0, planted: 0 };
  for (const beginning of beginnings.slice(0, count)) {
    if (signal.aborted) break;
    await tryBeginning(product, beginning, folder, found);
    log(`${JSON.stringify(beginning)}: ${found.files} files, ${found.faults.length} faults`);
  }
  const places = [...found.columns].filter(([key]) => key.endsWith('.xlsx'));
  const columns = places.reduce((sum, [, numbers]) => sum + numbers.size, 0);
  return {
    faults: found.faults,
    figures: [
      ['exports', `${exporting.length}, each in ${formats.join(', ')}`],
      ['columns of the database with a formula', String(found.planted)],
      ['columns of exports with one', String(columns)],
      ['files read back', String(found.files)],
      ['cells with a formula as text', String(found.cells)],
    ],
  };
}

/** What would see none proves nothing. */
async function requireFormulasSeen(folder: string): Promise<void> {
  const place = path.join(folder, 'control');
  fs.mkdirSync(place);
  fs.writeFileSync(path.join(place, 'control.csv'), 'Name\n=1+2\n');
  for (const format of formats) {
    if (format !== 'csv') {
      await readBack(place, 'csv', format).catch(() => null);
      fs.copyFileSync(
        path.join(place, 'from-csv', `control.${format}`),
        path.join(place, `control.${format}`),
      );
    }
    const cells = (await readBack(place, format)).get('control') ?? [];
    if (!cells.some(({ formula }) => formula !== null)) throw new Error(`no formula is seen in ${format}`);
  }
}

async function tryBeginning(
  { owner, url }: TriedProduct,
  beginning: string,
  folder: string,
  found: Found,
): Promise<void> {
  const world = await makeWorld(owner);
  const headers = await sessionHeaders(owner, world.tenant, { userId: world.superAdminId });
  found.planted = await plantFormulas(owner, world.tenant.id, beginning);
  const place = fs.mkdtempSync(path.join(folder, 'exports-'));
  const missing = await writeExports({ send: sender(url), world, headers, beginning }, place);
  const fail = (what: string) => found.faults.push(`${JSON.stringify(beginning)}: ${what}`);
  missing.forEach(fail);
  const marked = new Map<string, number>();
  for (const format of formats) {
    for (const [name, cells] of await readBack(place, format)) {
      const file = `${name}.${format}`;
      for (const { formula } of cells) if (formula !== null) fail(`${file} has the formula ${formula}`);
      marked.set(file, count(cells, file, found));
      found.files += 1;
    }
  }
  for (const name of fs.readdirSync(place).filter((file) => file.endsWith('.csv'))) {
    const text = fs.readFileSync(path.join(place, name), 'utf8');
    for (const cell of bareFormulasIn(text)) fail(`${name} has a cell ${JSON.stringify(cell.slice(0, 40))}`);
    const base = name.slice(0, -4);
    const numbers = formats.flatMap((format, at) => {
      const number = marked.get(`${base}.${format}`);
      // Each file that was asked for is an entry of the next.
      return number === undefined ? [] : [base === exportAuditEntries.name ? number - at : number];
    });
    // The same words in each of them.
    if (new Set(numbers).size !== 1) fail(`${base} has ${numbers.join(', ')} values`);
    if (numbers[0] === 0) fail(`${base} has no planted value`);
  }
}

/** Cells in which the whole planted value can be read. */
function count(cells: readonly ReadCell[], file: string, found: Found): number {
  const planted = cells.filter(({ text }) => /SUM\(1,2\)&".*"/s.test(text) && text.includes(valueMark));
  const columns = found.columns.get(file) ?? new Set();
  for (const { column } of planted) columns.add(column);
  found.columns.set(file, columns);
  found.cells += planted.length;
  return planted.length;
}

export const formulas: Trial = {
  about:
    "words that begin like formulas in every tenant's record, exported in every format and read by LibreOffice",
  counted: 'beginnings',
  defaultCount: beginnings.length,
  run,
};
