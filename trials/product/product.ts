// The product with its embedded database, in a process that can be killed and is started again at the same address.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunningServer } from '../../apps/server/src/platform/db/embedded/running-server.ts';
import { memoryFlags, memorySettings } from '../../scripts/server-memory.mjs';
import type { Programs } from './programs.ts';
import { recount } from './recount.ts';

const startWithinMs = 120_000;
const followsWithinMs = 60_000;
const lookEveryMs = 20;

export class Product {
  readonly dataDir: string;
  readonly #programs: Programs;
  readonly #port: number;
  readonly #log: number;
  readonly #databaseUrl: string | null;
  #child: ChildProcess | null = null;

  private constructor(programs: Programs, folder: string, port: number, databaseUrl: string | null) {
    this.#programs = programs;
    this.#port = port;
    this.#databaseUrl = databaseUrl;
    this.dataDir = path.join(folder, 'data');
    this.#log = fs.openSync(path.join(folder, 'product.log'), 'a');
  }

  /** With its data in `folder`, which the database's user must be able to enter; not started yet. */
  static async in(folder: string, programs: Programs): Promise<Product> {
    const product = new Product(programs, folder, await freePort(), null);
    // Whom a file belongs to is copied too: the database's user may be another one.
    if (programs.data !== undefined) execFileSync('cp', ['-a', programs.data, product.dataDir]);
    return product;
  }

  /** Another server on the same folder and on the database that runs for it; not started yet. */
  async startAnother(): Promise<Product> {
    const running = await findRunningServer(this.dataDir);
    if (running === null) throw new Error('the database does not run');
    const { host, port, user } = running;
    const url = `postgres://${user}@localhost:${port}/watchpost?host=${encodeURIComponent(host)}`;
    return new Product(this.#programs, path.dirname(this.dataDir), await freePort(), url);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Of the server. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('the server was not started');
    return pid;
  }

  /** Of PostgreSQL's first process; null between two of them. */
  databasePid(): number | null {
    const file = path.join(this.dataDir, 'cluster/postmaster.pid');
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    return Number.parseInt(text, 10) || null;
  }

  /** Resolves when the database is another one than `former` and can serve. */
  async databaseFollows(former: number | null): Promise<void> {
    const untilMs = Date.now() + followsWithinMs;
    for (;;) {
      const pid = this.databasePid();
      if (pid !== null && pid !== former && (await this.isReady())) return;
      if (Date.now() > untilMs) throw new Error('the database did not come back');
      await sleep(5);
    }
  }

  /** Resolves when it can serve from its database, with how long that took. Rejects when it ends before. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...memoryFlags, this.#programs.main], {
      env: {
        ...memorySettings,
        ...this.#settings(),
        PORT: String(this.#port),
        DEMO: 'off',
        ACCOUNT_LIMITS: 'off',
        DEFAULT_TENANT: 'demo',
      },
      stdio: ['ignore', this.#log, this.#log],
    });
    this.#child = child;
    while (!(await this.isReady())) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      if (performance.now() - startedAt > startWithinMs) throw new Error('the server did not become ready');
      await sleep(lookEveryMs);
    }
    return performance.now() - startedAt;
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    await answer?.arrayBuffer();
    return answer?.status === 200;
  }

  /** Ends the server at once; its database is left running. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  /** Has the product recount everything; what it said when something differs, else null. */
  verify(): Promise<string | null> {
    return recount(this.#programs.verify, this.#settings());
  }

  #settings(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      DATA_DIR: this.dataDir,
      ...(this.#databaseUrl === null ? {} : { DATABASE_URL: this.#databaseUrl }),
    };
  }
}

/** Below those that the system gives to connections: one to a server that is away could otherwise reach itself. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = net.createServer();
    const isFree = new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (await isFree) return port;
  }
}
