// The console from its sources, in front of the running product: for what no screen calls yet but the specification asks for.
import path from 'node:path';
import { createServer } from 'vite';
import { parts } from '../apps/console/src/labels/parts.ts';
import { labels } from '../labels/plugin.ts';

const consoleFolder = path.resolve(import.meta.dirname, '../apps/console');

export interface ConsoleSources {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the sources to the browser, where their modules can be imported beside the running console. */
export async function serveConsoleSources(productUrl: string, cacheDir: string): Promise<ConsoleSources> {
  const server = await createServer({
    root: consoleFolder,
    configFile: false,
    plugins: [labels(consoleFolder, parts)],
    base: '/',
    cacheDir,
    logLevel: 'error',
    esbuild: { jsx: 'automatic' },
    server: {
      port: 0,
      host: '127.0.0.1',
      hmr: false,
      watch: null,
      cors: false,
      proxy: { '/api': productUrl, '/healthz': productUrl },
    },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() };
}
