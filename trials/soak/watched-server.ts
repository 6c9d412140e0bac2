// What the server holds after a collection of all garbage, as it tells itself.
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface MemorySample {
  /** Since the server was first looked at; hours. */
  readonly atHours: number;
  readonly heapMb: number;
  /** Of the heap in use and of what lies outside it. */
  readonly liveMb: number;
  readonly residentMb: number;
}

/** Sockets, timers and the like that keep the process at work, by kind; and requests that are not answered to their end. */
export type Handles = Readonly<Record<string, number>>;

/** Arguments and environment of a server that tells what is left after a collection of all garbage. */
export const reportsMemory = (memoryFile: string) => ({
  // Else the engine makes machine code, and notes of what to make it of, for hours, and forgets some now and then: more
  // than a leak worth finding, and none of it the product's.
  nodeArgs: [
    '--expose-gc',
    '--no-flush-bytecode',
    '--no-lazy-feedback-allocation',
    '--no-sparkplug',
    '--no-maglev',
    '--no-opt',
    '--import',
    new URL('report-memory.mjs', import.meta.url).href,
  ],
  env: { MEMORY_FILE: memoryFile },
});

interface MemoryUsage {
  readonly heapUsed: number;
  /** Buffers included. */
  readonly external: number;
  readonly rss: number;
}

const memoryLooks = 3;
const reportMaxMs = 20_000;
const betweenLooksMs = 1_000;
const bytesPerMb = 1_000_000;
const msPerHour = 3_600_000;

export interface Watched {
  readonly pid: number;
  readonly metricsPort: number;
  /** Where it tells of its memory. */
  readonly memoryFile: string;
}

export class WatchedServer {
  readonly #pid: number;
  readonly #metricsUrl: string;
  readonly #memoryFile: string;
  readonly #beganAt = performance.now();

  constructor({ pid, metricsPort, memoryFile }: Watched) {
    this.#pid = pid;
    this.#memoryFile = memoryFile;
    this.#metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  }

  /** The least of some looks. */
  async samples(): Promise<MemorySample> {
    let least = await this.#collected();
    for (let look = 1; look < memoryLooks; look += 1) {
      await sleep(betweenLooksMs);
      const now = await this.#collected();
      if (now.heapUsed + now.external < least.heapUsed + least.external) least = now;
    }
    return {
      atHours: (performance.now() - this.#beganAt) / msPerHour,
      heapMb: least.heapUsed / bytesPerMb,
      liveMb: (least.heapUsed + least.external) / bytesPerMb,
      residentMb: least.rss / bytesPerMb,
    };
  }

  async #collected(): Promise<MemoryUsage> {
    fs.rmSync(this.#memoryFile, { force: true });
    process.kill(this.#pid, 'SIGUSR2');
    const untilMs = performance.now() + reportMaxMs;
    while (!fs.existsSync(this.#memoryFile)) {
      if (performance.now() > untilMs) throw new Error('The server does not tell of its memory');
      await sleep(50);
    }
    return JSON.parse(fs.readFileSync(this.#memoryFile, 'utf8')) as MemoryUsage;
  }

  async handles(): Promise<Handles> {
    const found: Record<string, number> = {};
    for (const [name, value] of await this.#read()) {
      const kind = /^nodejs_active_resources\{type="(\w+)"\}$/.exec(name)?.[1];
      if (kind !== undefined) found[kind] = value;
      if (name.startsWith('watchpost_http_requests_under_way'))
        found['requests'] = (found['requests'] ?? 0) + value;
    }
    return found;
  }

  async #read(): Promise<Map<string, number>> {
    // A connection of its own each time, which is gone afterwards.
    const reply = await fetch(this.#metricsUrl, { headers: { connection: 'close' } });
    const lines = (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
    );
  }
}
