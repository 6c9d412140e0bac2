// A client that openapi-typescript makes of the API's description is one that a program can be written against.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { expect, onTestFinished, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

const compiler = path.resolve(import.meta.dirname, '../../../../../node_modules/typescript/bin/tsc');

/** What somebody would write against it, faults included that the compiler must see. */
const program = `import type { components, operations, paths } from './client.d.ts';

type Site = components['schemas']['Site'];
type SignIn = operations['signIn']['requestBody']['content']['application/json'];
type Sites = operations['listSites']['responses'][200]['content']['application/json'];
type Query = NonNullable<paths['/api/{tenant}/secure/sites']['get']['parameters']['query']>;
type Menu = components['schemas']['MenuEntry'];

export const signIn: SignIn = { username: 'super@demo.example', password: 'Patrol-demo-1', wantsToken: true };
export const query: Query = { searchText: 'gate', sortColumn: 'name', limit: '15' };
export const namesOf = ({ data }: Sites): string[] => data.map((site: Site) => site.name);
export const depthOf = ({ subMenuList }: Menu): number => 1 + Math.max(0, ...subMenuList.map(depthOf));

// @ts-expect-error -- a site has no such field
export const unknown = (site: Site) => site.noSuchField;
// @ts-expect-error -- sites are not sorted by it
export const wrong: Query = { sortColumn: 'noSuchColumn' };
// @ts-expect-error -- a password is needed
export const half: SignIn = { username: 'super@demo.example' };
`;

/** The program of the guide to the API. */
function programOfGuide(): string {
  const guide = fs.readFileSync(
    path.resolve(import.meta.dirname, '../../../../../docs/guides/api.md'),
    'utf8',
  );
  return /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
}

test('[API-07] a client made of the description by openapi-typescript type-checks in programs, that of the guide among them', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-client-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const ast = await openapiTS(JSON.stringify(openApiDocument(allEndpoints)), { silent: true });
  fs.writeFileSync(path.join(folder, 'client.d.ts'), astToString(ast));
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  fs.writeFileSync(path.join(folder, 'program.ts'), program);
  expect(programOfGuide()).toContain('listScannedCheckpoints');
  fs.writeFileSync(path.join(folder, 'guide.ts'), programOfGuide());
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--types', ''];
  const args = [compiler, ...options, '--allowImportingTsExtensions', 'program.ts', 'guide.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
}, 120_000);
