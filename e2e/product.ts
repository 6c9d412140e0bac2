// The product as a user runs it: the built server in its own process, on a data folder of its own.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
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
  /** Ends it and leaves its data. */
  end(): Promise<void>;
  /** Ends it and takes its data away. */
  stop(): Promise<void>;
}

/** An empty folder for a product's data. */
function newDataDir(): string {
  const dataDir = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-e2e-'));
  // Where the tests run as root the database runs as another user, who must be able to get here.
  fs.chmodSync(dataDir, 0o755);
  return dataDir;
}

/** Name the folders that makeFirstFolders() made, for the processes in which journeys run. */
const firstFolders = { on: 'WATCHPOST_DEMO_FOLDER', off: 'WATCHPOST_EMPTY_FOLDER' } as const;

/** By the names that processes in which journeys run find them under; undefined where one was not made yet. */
export function madeFolders(): Record<string, string> | undefined {
  const made = Object.values(firstFolders).map((name) => [name, process.env[name] ?? ''] as const);
  return made.every(([, folder]) => folder !== '') ? Object.fromEntries(made) : undefined;
}

/**
 * Has two products set up an empty folder, as every first start does, one with a demo and one without, and ends them: others
 * begin with a copy, since setting up takes longer than most journeys. Resolves to what takes the folders away.
 */
export async function makeFirstFolders(): Promise<() => void> {
  const made = await Promise.all([makeFirst('on'), makeFirst('off')]);
  return () => {
    for (const folder of made) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

async function makeFirst(demo: 'on' | 'off'): Promise<string> {
  const product = await startProduct({ DEMO: demo });
  await product.end();
  process.env[firstFolders[demo]] = product.dataDir;
  return product.dataDir;
}

/**
 * Starts the product on a port of its own choosing; resolves when it says that it is ready. With the demo, unless the
 * settings say otherwise.
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = newDataDir();
  const made = process.env[firstFolders[settings['DEMO'] === 'off' ? 'off' : 'on']];
  // Keeps owners and times, which Node's own copying does not: the database refuses a folder of somebody else's.
  if (made) execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  const server = spawn(process.execPath, [bundle], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...settings, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(server);
  const end = async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  return {
    url,
    dataDir,
    end,
    stop: async () => {
      await end();
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
