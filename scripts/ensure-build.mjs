// Builds the server bundle, the console and the guards' app when their sources have changed since the last build.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withFolderLock } from './folder-lock.mjs';
import {
  consoleIndex,
  guardIndex,
  inRoot,
  outlinesMap,
  root,
  serverBundle,
  verificationPage,
} from './layout.mjs';
import { mustRunStep } from './run-step.mjs';

const stampFile = inRoot('apps', 'server', 'dist', '.built.json');
const sharedSources = ['packages', 'package-lock.json', 'tsconfig.json', 'scripts/ensure-build.mjs'];
const skippedNames = new Set(['node_modules', 'dist', 'coverage']);
const isTest = (name) => /\.test\.tsx?$/.test(name);

const targets = [
  { name: 'server', sources: ['apps/server'], output: serverBundle, build: buildServer },
  {
    name: 'console',
    sources: ['apps/console', 'labels', 'opening'],
    output: consoleIndex,
    build: () => buildPages('console'),
  },
  {
    name: 'verification page',
    sources: ['apps/console/src/offline', 'apps/console/src/labels', 'apps/console/src/ui/theme', 'labels'],
    output: verificationPage,
    build: buildVerificationPage,
  },
  {
    name: 'maps',
    sources: ['apps/server/src/platform/maps', 'apps/server/src/demo'],
    output: outlinesMap,
    build: buildMaps,
  },
  {
    name: 'guard',
    sources: ['apps/guard', 'labels', 'opening'],
    output: guardIndex,
    build: () => buildPages('guard'),
  },
];

function* sourceFiles(entry) {
  const stat = fs.statSync(entry, { throwIfNoEntry: false });
  if (stat?.isFile()) yield entry;
  if (!stat?.isDirectory()) return;
  for (const name of fs.readdirSync(entry).sort())
    if (!skippedNames.has(name) && !isTest(name)) yield* sourceFiles(path.join(entry, name));
}

function hashOf(sources) {
  const hash = createHash('sha256').update(process.version.split('.')[0]);
  for (const source of sources)
    for (const file of sourceFiles(inRoot(source)))
      hash.update(`\n${path.relative(root, file)}\n`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function readStamps() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function writeStamps(stamps) {
  fs.mkdirSync(path.dirname(stampFile), { recursive: true });
  fs.writeFileSync(stampFile, JSON.stringify(stamps));
}

/**
 * What goes into the bundle: the workspace's packages, which are TypeScript, and those of hundreds of small modules, of
 * which the bundle keeps what is used, in a fraction of the memory. Everything else is loaded from node_modules.
 */
const insidePattern = /^(?:@watchpost|@opentelemetry\/api|kysely|zod)(?:\/|$)/;
const onlySomeInside = {
  name: 'only-some-inside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, (args) =>
      args.kind === 'entry-point' || insidePattern.test(args.path)
        ? undefined
        : { path: args.path, external: true },
    );
  },
};

// The operator's commands too: a container has no sources to run them from.
const commands = ['create-tenant', 'reset-factors', 'accept-log', 'backup', 'restore', 'verify'];

/** One letter beyond Latin-1, which the bundler leaves in comments and patterns, would make Node keep two bytes for each. */
function escapeIn(file) {
  const text = fs.readFileSync(file, 'utf8');
  const escapeOf = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  fs.writeFileSync(file, text.replaceAll(/[^\0-\x7f]/g, escapeOf));
}

/** Of earlier builds; anyone who runs one of those has loaded them. */
function removeOtherParts(folder, made) {
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name.startsWith('part-') && !made.includes(file)) fs.rmSync(file);
  }
}

const isFolderOrSql = (file) => !path.extname(file) || file.endsWith('.sql');

/** What a start applies to the database is read from files, in the bundle as in the sources. */
function copySql(folder) {
  for (const name of ['schema', 'migrations']) {
    const copy = path.join(folder, name);
    fs.rmSync(copy, { recursive: true, force: true });
    const source = inRoot('apps', 'server', 'src', 'platform', 'db', name);
    fs.cpSync(source, copy, { recursive: true, filter: isFolderOrSql });
  }
}

async function buildServer() {
  const esbuild = await import(pathToFileURL(inRoot('node_modules', 'esbuild', 'lib', 'main.js')).href);
  const folder = path.dirname(serverBundle);
  try {
    const { metafile } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries([
        ['main', inRoot('apps', 'server', 'src', 'main.ts')],
        ...commands.map((name) => [name, inRoot('apps', 'server', 'src', 'commands', `${name}.ts`)]),
      ]),
      outdir: folder,
      metafile: true,
      bundle: true,
      // What is imported where it is needed is loaded there, and not at the start.
      splitting: true,
      chunkNames: 'part-[name]-[hash]',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
      plugins: [onlySomeInside],
    });
    const made = Object.keys(metafile.outputs).map((file) => path.resolve(root, file));
    for (const file of made) if (file.endsWith('.js')) escapeIn(file);
    removeOtherParts(folder, made);
    copySql(folder);
  } catch {
    console.error('Building the server failed.');
    process.exit(1);
  } finally {
    await esbuild.stop();
  }
}

/** What reads `en.json?verification` as Vite does. */
async function labelPlugin() {
  const { tsImport } = await import(
    pathToFileURL(inRoot('node_modules', 'tsx', 'dist', 'esm', 'api', 'index.mjs')).href
  );
  const { labelsInEsbuild } = await tsImport('../labels/esbuild-plugin.ts', import.meta.url);
  const { parts } = await tsImport('../apps/console/src/labels/parts.ts', import.meta.url);
  return labelsInEsbuild(parts);
}

/** The maps that the product brings along: outlines of the world, and the made-up streets of the demo. */
async function buildMaps() {
  const { tsImport } = await import(
    pathToFileURL(inRoot('node_modules', 'tsx', 'dist', 'esm', 'api', 'index.mjs')).href
  );
  const { makeOutlines } = await tsImport('../apps/server/src/platform/maps/outlines.ts', import.meta.url);
  const { demoMap } = await tsImport('../apps/server/src/demo/demo-map.ts', import.meta.url);
  const folder = path.dirname(outlinesMap);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'demo.pmtiles'), demoMap());
  fs.writeFileSync(outlinesMap, makeOutlines());
}

/** One file with everything inside, which is opened from wherever it was saved. */
async function buildVerificationPage() {
  const esbuild = await import(pathToFileURL(inRoot('node_modules', 'esbuild', 'lib', 'main.js')).href);
  const plugins = [await labelPlugin()];
  const folder = inRoot('apps', 'console', 'src', 'offline');
  const bundled = async (file) => {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: [path.join(folder, file)],
      bundle: true,
      minify: true,
      write: false,
      format: 'iife',
      charset: 'utf8',
      target: ['chrome123', 'firefox128', 'safari17.5'],
      logLevel: 'warning',
      plugins,
    });
    return outputFiles[0].text.trim();
  };
  try {
    const script = await bundled('verification-page.ts');
    const style = await bundled('verification-page.css');
    const page = fs
      .readFileSync(path.join(folder, 'verification-page.html'), 'utf8')
      .replace('/* style */', () => style)
      .replace('/* script */', () => script.replaceAll('</script', '<\\/script'));
    fs.mkdirSync(path.dirname(verificationPage), { recursive: true });
    fs.writeFileSync(verificationPage, withHashes(page));
  } catch {
    console.error('Building the verification page failed.');
    process.exit(1);
  } finally {
    await esbuild.stop();
  }
}

/** The page's own policy lets run what was built into it, and nothing that anybody adds. */
function withHashes(page) {
  const hashOf = (name) => {
    const [, inside = ''] = new RegExp(`<${name}>([^]*)</${name}>`).exec(page) ?? [];
    return createHash('sha256').update(inside).digest('base64');
  };
  return page
    .replace('sha256-of-script', `sha256-${hashOf('script')}`)
    .replace('sha256-of-style', `sha256-${hashOf('style')}`);
}

async function buildPages(app) {
  const args = [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production' };
  await mustRunStep(`Building the ${app}`, process.execPath, args, { cwd: inRoot('apps', app), env });
}

function staleTargets() {
  const stamps = readStamps();
  return targets
    .map((target) => ({ ...target, hash: hashOf([...target.sources, ...sharedSources]) }))
    .filter((target) => stamps[target.name] !== target.hash || !fs.existsSync(target.output));
}

export async function ensureBuild({ force = false } = {}) {
  if (force) fs.rmSync(stampFile, { force: true });
  if (staleTargets().length === 0) return;
  const onWait = (owner) => console.error(`Waiting for another build (process ${owner.pid}) ...`);
  await withFolderLock(inRoot('.cache', 'build.lock'), onWait, async () => {
    for (const target of staleTargets()) {
      console.error(`Building the ${target.name} ...`);
      await target.build();
      writeStamps({ ...readStamps(), [target.name]: target.hash });
    }
  });
}
