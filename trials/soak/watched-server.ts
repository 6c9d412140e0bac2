// What the server holds, as its own metrics tell it after a collection of all garbage.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Held {
  /** Since the server was first looked at; hours. */
  readonly atHours: number;
  /** Of the heap in use and of what lies outside it. */
  readonly liveMb: number;
  readonly residentMb: number;
}

/** Sockets, timers and the like that keep the process at work, by kind; and requests that are not answered to their end. */
export type Handles = Readonly<Record<string, number>>;

/** Arguments of a server that collects all garbage on SIGUSR2. */
export const collectsOnSignal = [
  '--expose-gc',
  '--import',
  "data:text/javascript,process.on('SIGUSR2',()=>globalThis.gc())",
];

const collectingMs = 1_500;
const handleLooks = 5;
const betweenLooksMs = 1_000;
const bytesPerMb = 1_000_000;
const msPerHour = 3_600_000;

export class WatchedServer {
  readonly #pid: number;
  readonly #metricsUrl: string;
  readonly #beganAt = performance.now();

  constructor(pid: number, metricsPort: number) {
    this.#pid = pid;
    this.#metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  }

  async held(): Promise<Held> {
    process.kill(this.#pid, 'SIGUSR2');
    await sleep(collectingMs);
    const metrics = await this.#read();
    const mb = (name: string) => (metrics.get(name) ?? Number.NaN) / bytesPerMb;
    return {
      atHours: (performance.now() - this.#beganAt) / msPerHour,
      liveMb: mb('nodejs_heap_size_used_bytes') + mb('nodejs_external_memory_bytes'),
      residentMb: mb('process_resident_memory_bytes'),
    };
  }

  /** The fewest of some looks: what comes and goes of itself is not held. */
  async handles(): Promise<Handles> {
    const looks: Handles[] = [];
    for (let look = 0; look < handleLooks; look += 1) {
      looks.push(await this.#handlesNow());
      await sleep(betweenLooksMs);
    }
    const kinds = new Set(looks.flatMap((look) => Object.keys(look)));
    const fewest = (kind: string) => Math.min(...looks.map((look) => look[kind] ?? 0));
    return Object.fromEntries([...kinds].map((kind) => [kind, fewest(kind)]));
  }

  async #handlesNow(): Promise<Handles> {
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
