// node scripts/run.mjs <file.ts> [args]: runs one of the TypeScript commands, installing first if need be.
import './node-version.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstall } from './ensure-install.mjs';
import { inRoot, root } from './layout.mjs';

const [, , file, ...args] = process.argv;
if (!file) {
  console.error('Usage: node scripts/run.mjs <file.ts> [args]');
  process.exit(2);
}
const entry = path.resolve(root, file);
if (!fs.existsSync(entry)) {
  console.error(`There is no ${file}.`);
  process.exit(2);
}

await ensureInstall();
// In this process rather than in a child, so that signals, input and exit code need no passing on.
const { register } = await import(
  pathToFileURL(inRoot('node_modules', 'tsx', 'dist', 'esm', 'api', 'index.mjs')).href
);
register();
process.argv = [process.argv[0], entry, ...args];
await import(pathToFileURL(entry).href);
