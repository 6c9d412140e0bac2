// The product as a user runs it: the built server in its own process, on an empty data folder with the demo in it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const bundle = path.resolve(import.meta.dirname, '../apps/server/dist/main.js');
const startLimitMs = 180_000;

export interface Product {
  readonly url: string;
  /** Where its database and files are. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Starts the product on a port of its own choosing; resolves when it says that it is ready. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-e2e-'));
  // Where the tests run as root the database runs as another user, who must be able to get here.
  fs.chmodSync(dataDir, 0o755);
  const server = spawn(process.execPath, [bundle], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(server);
  return {
    url,
    dataDir: settings['DATA_DIR'] ?? dataDir,
    stop: async () => {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function addressOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('the product has no output to read');
  const timer = setTimeout(() => server.kill('SIGKILL'), startLimitMs);
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /Watchpost is ready: (http:\S+?)\/?$/.exec(line)?.[1];
    if (url === undefined) continue;
    clearTimeout(timer);
    server.stdout.resume();
    return url;
  }
  throw new Error('the product ended before it was ready');
}
