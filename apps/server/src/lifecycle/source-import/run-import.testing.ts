// The importer as its operator runs it, with all that it found.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { MadeTenant } from '../../testing/factories.ts';
import { databaseUrlOf, type Ended, runCommand } from '../../testing/run-command.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Finding } from './import-report.ts';

export type Records = Readonly<Record<string, readonly unknown[]>>;

export interface Imported extends Ended {
  readonly findings: readonly Finding[];
  /** kind collection/id field: reason. */
  readonly sentences: readonly string[];
}

export function makeFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-import-'));
}

/** Removed after the tests of the file that calls it. */
export function testFolder(): string {
  const folder = makeFolder();
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of lines for each collection. */
export function writeLines(folder: string, records: Records): string {
  fs.mkdirSync(folder, { recursive: true });
  for (const [collection, list] of Object.entries(records)) {
    const lines = list.map((one) => JSON.stringify(one));
    fs.writeFileSync(path.join(folder, `${collection}.ndjson`), `${lines.join('\n')}\n`);
  }
  return folder;
}

export async function runImport(
  server: TestApp,
  tenant: Pick<MadeTenant, 'slug'>,
  from: string,
  ...more: string[]
): Promise<Imported> {
  const report = path.join(makeFolder(), 'findings.ndjson');
  const args = ['--tenant', tenant.slug, '--from', from, '--report', report, ...more];
  const ended = await runCommand('import-source.ts', args, {
    DATABASE_URL: databaseUrlOf(server.connection),
  });
  const lines = fs
    .readFileSync(report, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const findings = lines.map((line): Finding => JSON.parse(line));
  fs.rmSync(path.dirname(report), { recursive: true });
  const sentences = findings.map(
    ({ kind, collection, id, field, reason }) => `${kind} ${collection}/${id} ${field ?? '-'}: ${reason}`,
  );
  return { ...ended, findings, sentences };
}
