// Programs of the server, built as the product is: to compile one again at every start takes longer than most do in all.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { inject } from 'vitest';

const source = path.join(import.meta.dirname, '..');
const built = new Map<string, Promise<string>>();

/** The file that node runs in place of this one below apps/server/src; built once a process, and taken away with the run. */
export function bundledProgram(file: string): Promise<string> {
  const known = built.get(file) ?? bundle(file);
  built.set(file, known);
  return known;
}

const onlyWorkspaceInside: Plugin = {
  name: 'only-workspace-inside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ kind, path: name }) =>
      kind === 'entry-point' || name.startsWith('@watchpost/') ? undefined : { path: name, external: true },
    ),
};

async function bundle(file: string): Promise<string> {
  // What a start applies to the database lies beside the bundle, as the build puts it.
  for (const name of ['schema', 'migrations']) {
    fs.cpSync(path.join(source, 'platform/db', name), path.join(source, '../dist', name), {
      recursive: true,
    });
  }
  // Beside the server's own bundle, so that it finds the same packages and pages.
  const outfile = path.join(source, '../dist', `${inject('testRun').bundlePrefix}${randomUUID()}.js`);
  await build({
    entryPoints: [path.join(source, file)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [onlyWorkspaceInside],
  });
  return outfile;
}
