import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { labels } from '../../labels/plugin.ts';
import { opening } from '../../opening/opening.ts';
import { parts } from './src/labels/parts.ts';

const target = ['chrome123', 'firefox128', 'safari17.5'];
/** Of screens at checkpoints, which no one renews. */
const oldTarget = ['chrome70', 'firefox68', 'safari13'];

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Letters of scripts that no text of the app is written in come from the network, should a name need them. */
const isCached = (name: string) =>
  !/\.(br|gz|map)$/.test(name) &&
  !/inter-(?!latin-wght)[\w-]+-normal|inter-latin-ext|noto-sans-devanagari-(?!devanagari)/.test(name) &&
  !name.endsWith('.woff') &&
  !name.startsWith('display.') &&
  name !== 'sw.js';

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
}

interface Worker {
  readonly input: string;
  readonly output: string;
  readonly target: readonly string[];
  /** Each file by its address below the worker's scope. */
  readonly cached: readonly (readonly [address: string, name: string])[];
}

/** Writes a worker that knows every file it keeps by its content. */
async function buildWorker(root: string, folder: string, worker: Worker): Promise<void> {
  const { input, output, cached } = worker;
  const hashes = cached.map(([address, name]) => [address, sha256(readFileSync(path.join(folder, name)))]);
  const shell = JSON.stringify(Object.fromEntries(hashes));
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { SHELL_FILES: shell, SHELL_VERSION: JSON.stringify(sha256(shell).slice(0, 16)) },
    build: {
      emptyOutDir: false,
      outDir: folder,
      target: [...worker.target],
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: output } },
    },
  });
}

const guardWorker = (folder: string): Worker => ({
  input: 'src/app/service-worker.ts',
  output: 'sw.js',
  target,
  cached: filesBelow(folder)
    .filter(isCached)
    .map((name) => [name, name]),
});

const displayWorker: Worker = {
  input: 'src/app/display-worker.ts',
  output: 'display.sw.js',
  target: oldTarget,
  cached: [
    ['', 'display.html'],
    ['display.css', 'display.css'],
    ['display.js', 'display.js'],
  ],
};

/** Writes display.js, the page of screens at checkpoints, in one file for browsers that are old. */
async function buildDisplay(root: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [labels(root, parts)],
    build: {
      emptyOutDir: false,
      outDir: folder,
      target: oldTarget,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/app/display.ts',
        output: { format: 'iife', entryFileNames: 'display.js' },
      },
    },
  });
}

/** Writes .br and .gz beside each large text asset, so that the server compresses nothing while serving. */
function precompress(folder: string): void {
  for (const name of filesBelow(folder).filter((file) => /^assets\/.*\.(js|css|wasm)$/.test(file))) {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

function shell(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'shell',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      await buildDisplay(root, folder);
      await buildWorker(root, folder, displayWorker);
      await buildWorker(root, folder, guardWorker(folder));
      precompress(folder);
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [opening(), labels(import.meta.dirname, parts), react(), shell()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    target,
    // The content security policy allows no data: scripts or styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
