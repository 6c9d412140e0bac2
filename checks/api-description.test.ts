// The API's description passes the linter that people use on such documents.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openApiDocument } from '../apps/server/src/platform/http/openapi.ts';
import { allEndpoints } from '../packages/contract/src/all-endpoints.ts';

const root = path.resolve(import.meta.dirname, '..');
const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** Every error and warning that the linter finds, in a line each. */
async function faultsOf(document: object): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    fs.writeFileSync(file, JSON.stringify(document));
    const config = path.join(root, 'redocly.yaml');
    const args = [cli, 'lint', file, `--config=${config}`, '--format=json', '--max-problems=1000'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    // It ends with 1 where it finds errors.
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 1e8 }).catch(
      (error: { stdout: string }) => error,
    );
    const { problems }: { problems: Problem[] } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test('[API-07] the description of the API has no fault that redocly lint finds, and one put in is found', async () => {
  const document = openApiDocument(allEndpoints);
  expect(await faultsOf(document)).toEqual([]);
  const { servers: _, ...without } = document;
  const broken = { ...without, components: { ...document.components, schemas: {} } };
  const faults = await faultsOf(broken);
  expect(faults.some((fault) => fault.startsWith('no-unresolved-refs'))).toBe(true);
  expect(faults.some((fault) => fault.startsWith('no-empty-servers'))).toBe(true);
}, 120_000);
