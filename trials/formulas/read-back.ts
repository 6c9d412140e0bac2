// Files as LibreOffice reads them, which is none of ours.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { CannotRun } from '../trial.ts';

export interface ReadCell {
  /** Null for a cell that is none. */
  readonly formula: string | null;
  readonly text: string;
  readonly column: number;
}

const program = 'soffice';

export async function requireReader(): Promise<void> {
  await promisify(execFile)(program, ['--version']).catch(() => {
    throw new CannotRun('Missing here: apt-get install --no-install-recommends libreoffice-calc');
  });
}

/** Converts the files of a folder, all of one format; by their names without it. */
export async function readBack(
  folder: string,
  format: string,
  to = 'fods',
): Promise<ReadonlyMap<string, readonly ReadCell[]>> {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(`.${format}`));
  const out = path.join(folder, `from-${format}`);
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`;
  const files = names.map((name) => path.join(folder, name));
  const args = [profile, '--headless', '--convert-to', to, '--outdir', out, ...files];
  await promisify(execFile)(program, args, { maxBuffer: 100_000_000, timeout: 300_000 });
  return new Map(
    names.map((name) => {
      const base = name.slice(0, -format.length - 1);
      return [base, cellsOf(fs.readFileSync(path.join(out, `${base}.${to}`), 'utf8'))];
    }),
  );
}

const cellPattern = /<table:table-cell\b([^>]*?)(?:\/>|>([^]*?)<\/table:table-cell>)|<table:table-row\b/g;

/** Of all sheets. */
function cellsOf(document: string): ReadCell[] {
  const cells: ReadCell[] = [];
  let column = 0;
  for (const [whole, attributes = '', content = ''] of document.matchAll(cellPattern)) {
    if (whole.startsWith('<table:table-row')) {
      column = 0;
      continue;
    }
    const formula = /table:formula="([^"]*)"/.exec(attributes)?.[1] ?? null;
    cells.push({ formula, text: textOf(content), column });
    column += Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
  }
  return cells;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const textOf = (content: string): string =>
  content
    .replaceAll('</text:p><text:p', '</text:p>\n<text:p')
    .replaceAll(/<text:(?:s|tab)\b[^>]*\/>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|amp|quot|apos);/g, (_all, name: string) => entities[name] ?? '');
