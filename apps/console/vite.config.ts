import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { labels } from '../../labels/plugin.ts';
import { opening } from '../../opening/opening.ts';
import { leanContract } from './lean-contract.ts';
import { parts } from './src/labels/parts.ts';
import {
  build,
  defineConfig,
  type HtmlTagDescriptor,
  type Plugin,
  type Rolldown,
  type UserConfig,
} from 'vite';

/** Writes .br and .gz beside each text asset, so that the server compresses nothing while serving. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir, config.build.assetsDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const content = readFileSync(path.join(folder, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(content, { params }));
        writeFileSync(path.join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Names the console's files in the page's head: its first script alone would have them come one wave later. */
function consoleInHead(): Plugin {
  return {
    name: 'console-in-head',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        const start = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/app/console.tsx'));
        if (entry === undefined || start === undefined)
          throw new Error('The console has no chunk of its own');
        // The entry's own are named already.
        const named = withImports(entry, bundle);
        return linksTo([...withImports(start, bundle)].filter((chunk) => !named.has(chunk)));
      },
    },
  };
}

/** The chunk behind those that it imports, however far, in the order in which they run. */
function withImports(
  start: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  for (const name of start.imports) {
    const chunk = bundle[name];
    if (chunk?.type === 'chunk' && !found.has(chunk)) withImports(chunk, bundle, found);
  }
  return found.add(start);
}

function linksTo(chunks: readonly Rolldown.OutputChunk[]): HtmlTagDescriptor[] {
  const link = (rel: string, file: string): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { rel, crossorigin: true, href: `./${file}` },
    injectTo: 'head',
  });
  const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  return [
    ...chunks.map((chunk) => link('modulepreload', chunk.fileName)),
    ...[...styles].map((file) => link('stylesheet', file)),
  ];
}

/** Has import-arrived.ts fetch what is imported when it is needed, in place of the bundler's own helper. */
function importArrived(): Plugin {
  const helper = path.resolve(import.meta.dirname, 'src/lib/import-arrived.ts');
  return {
    name: 'import-arrived',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === '\0vite/preload-helper.js' ? helper : undefined),
  };
}

/** The bundler names none of the files where there is but one. */
const everyFile: ModulePreload = {
  polyfill: false,
  resolveDependencies: (file, others, { hostType }) =>
    hostType === 'js' && others.length === 0 ? [file] : others,
};
type ModulePreload = Exclude<NonNullable<NonNullable<UserConfig['build']>['modulePreload']>, boolean>;

const target = ['chrome123', 'firefox128', 'safari17.5'];

/** Writes sw.js beside index.html: one classic script without imports, which is what every browser takes as a worker. */
function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    closeBundle: async () => {
      const input = 'src/features/push/service-worker.ts';
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        build: {
          emptyOutDir: false,
          target,
          modulePreload: false,
          rolldownOptions: { input, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      });
    },
  };
}

/**
 * What nearly every page uses. The map and each area stay on demand, with the texts and the parts of the
 * contract that they alone need.
 */
const kit = [
  // Icons of the menu, and what else the shell shares with single pages.
  /Icon(?:Building|CalendarClock|ChartBar|Circle|DeviceMobile|History|Key|Lock|MapPin|Moon|Refresh|Route|ShieldCheck|Sun)\.mjs/,
  /apps\/console\/src\/app\/menu-selection\.|packages\/domain\/src\/menu\./,
  /node_modules\/@tanstack\/(?:react-query|query-core)\//,
  /apps\/console\/src\/(?:lib\/(?!pages|keep-tab-open|map-ground|session\.|json-area|stored-shapes|tenant\.|viewer-zone|devanagari|sign-in-factors|rich-text|photo|rounds\/(?:details-texts|flag-list|flag-reasons|uncounted-scan)|calling-codes|logo\/|confirm-password-dialog|alarm-samples|site-clock|sos-texts|sound-output|ticking|unsaved-changes)|ui\/(?!actions\/(?:file-button|form-bar)|display\/history-list|overlays\/drawer)(?:actions|display|feedback|overlays|class-names|ui-labels|map\/ground)[/.])/,
  /apps\/console\/src\/ui\/fields\/(?:field|text-field)[-.]/,
];

/** What the first script needs: it must not wait for the kit. */
const firstNeeded =
  /import-arrived|packages\/domain\/src\/patterns|apps\/console\/src\/(?:app\/pages\.|lib\/(?:pages|session|json-area|missing-styles|stored-shapes|tenant|viewer-zone)\.)/;

/** What the list of rounds, which is opened most, shares with other lists and reports. */
const lists =
  /Icon(?:Copy|Eye)\.mjs|react-router\/dist\/esm\/useLocation|packages\/contract\/src\/(?:evidence|checkpoint-questions|name-search)\.|apps\/console\/src\/(?:ui\/grid\/|ui\/fields\/(?:calendar|combobox|date-field|option-search|search-field|select-field)|reports\/(?:address-values|date-range-fields|dates|export-button|export-formats|filter-chips|narrowing|report-address|report-filters|site-choice)[-.])/;

/** What lists, details and forms of managed records share, and what the lists and the forms do among themselves. */
const records =
  /Icon(?:Download|Pencil|Plus|Printer|Trash)\.mjs|packages\/contract\/src\/record-endpoints\.|apps\/console\/src\/records\/(?:edit-link|export-menu|kept-draft|loaded|merge-fields|record-page|record-time|use-attempt|use-dialog-(?:draft|save)|use-file-export|use-fresh|use-stored-record)\.|apps\/console\/src\/lib\/keep-tab-open\./;
const recordLists =
  /apps\/console\/src\/records\/(?:column-menu|filter-fold|list-preferences|record-list-page|record-search|record-toolbar|row-actions|site-filter|use-record-actions|use-record-list|view-menu)\./;
const recordForms =
  /apps\/console\/src\/(?:records\/(?:record-form|site-field|text-dialog|use-record-form)|ui\/fields\/text-area)\./;

/** The SOS bar, and what the live board shares with it: comes once the page is drawn. */
const sos =
  /apps\/console\/src\/(?:features\/sos-bar\/|lib\/(?:alarm-samples|site-clock|sos-texts|sound-output|ticking)\.|labels\/en\.sos\.labels\.)|packages\/(?:contract|domain)\/src\/sos\./;

/** Few files instead of many small ones, and React in one that outlives releases. */
const sharedChunks = [
  { name: 'opening', test: firstNeeded },
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'kit', test: (id: string) => kit.some((part) => part.test(id)) },
  { name: 'lists', test: lists },
  { name: 'sos', test: sos },
  { name: 'records', test: records },
  { name: 'record-lists', test: recordLists },
  { name: 'record-forms', test: recordForms },
];

export default defineConfig({
  // Relative, because the same build answers at / and at /{tenant}/.
  base: './',
  plugins: [
    opening(),
    leanContract(),
    labels(import.meta.dirname, parts),
    importArrived(),
    react(),
    consoleInHead(),
    precompress(),
    serviceWorker(),
  ],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    target,
    // The content security policy allows no data: scripts or styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: everyFile,
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
