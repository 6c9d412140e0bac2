// Loads a server for some seconds and tells what each answer took.
import autocannon, { type Request, type Result } from 'autocannon';
import { childrenCpuMsOf, cpuMsOf } from './process-usage.ts';

export const connections = 10;
/**
 * Before the first pass, of product and floor alike: for their first 20,000 requests or so a fifth of the server's processor
 * compiles what it runs, of which a server that has been up for a minute does nothing.
 */
export const warmUpSeconds = 10;
/** Ten deep pages of the floor at once take minutes of 10,000,000 rounds. */
const timeoutSeconds = 600;

export interface Target {
  /** How many ask at once; ten unless told. */
  readonly connections?: number;
  readonly pid: number;
  /** The PostgreSQL that it asks. */
  readonly databasePid: number;
  readonly url: string;
  /** The next request of one of the connections, counted from 0. */
  readonly next: (connection: number) => Request;
  /** Runs before each pass, outside of the measured time. */
  readonly prepare?: () => Promise<void>;
}

export interface Pass {
  readonly requestsPerSecond: number;
  readonly latenciesMs: readonly number[];
  /** Of the server's process. */
  readonly cpuMsPerRequest: number;
  /** Of the database's processes. */
  readonly databaseCpuMsPerRequest: number;
}

/**
 * Rejects when an answer was not 2xx: figures of failures mean nothing. Where nothing is answered in time every connection asks
 * once, and all are waited for.
 */
export function load(target: Target, seconds: number): Promise<Pass> {
  return pass(target, { duration: seconds });
}

type Length = { readonly duration: number } | { readonly amount: number };

async function pass(target: Target, length: Length): Promise<Pass> {
  await target.prepare?.();
  const latenciesMs: number[] = [];
  const cpuBefore = cpuMsOf(target.pid);
  const databaseCpuBefore = childrenCpuMsOf(target.databasePid);
  const startedAt = performance.now();
  let lastAt = startedAt;
  const statuses = new Map<number, number>();
  const { errors, timeouts, non2xx } = await shoot(target, length, (status, tookMs) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    latenciesMs.push(tookMs);
    lastAt = performance.now();
  });
  if (errors + timeouts + non2xx > 0) {
    const statusText = [...statuses].map(([status, times]) => `${times} times ${status}`).join(', ');
    throw new Error(`${statusText}; ${errors} errors, ${timeouts} timeouts`);
  }
  if (latenciesMs.length === 0) return pass(target, { amount: target.connections ?? connections });
  return {
    requestsPerSecond: (latenciesMs.length * 1_000) / (lastAt - startedAt),
    latenciesMs,
    cpuMsPerRequest: (cpuMsOf(target.pid) - cpuBefore) / latenciesMs.length,
    databaseCpuMsPerRequest: (childrenCpuMsOf(target.databasePid) - databaseCpuBefore) / latenciesMs.length,
  };
}

function shoot(
  target: Target,
  length: Length,
  onAnswer: (status: number, tookMs: number) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let made = 0;
    const run = autocannon(
      {
        url: target.url,
        connections: target.connections ?? connections,
        ...length,
        sampleInt: 50,
        timeout: timeoutSeconds,
        setupClient: (client) => {
          const connection = made++;
          client.setRequests([
            {
              setupRequest: () => {
                const request = target.next(connection);
                // A copy: the body's length is written into it.
                return { ...request, headers: { ...request.headers } };
              },
            },
          ]);
        },
      },
      (error, result) => (error === null ? resolve(result) : reject(error)),
    );
    run.on('response', (_client: unknown, status: number, _bytes: number, tookMs: number) =>
      onAnswer(status, tookMs),
    );
  });
}

/** Loads the targets in turns, so that whatever slows the machine slows all of them; a list of passes for each. */
export async function interleave(
  targets: readonly Target[],
  passes: number,
  seconds: number,
): Promise<Pass[][]> {
  const results: Pass[][] = targets.map(() => []);
  for (const target of targets) await load(target, warmUpSeconds);
  for (let pass = 0; pass < passes; pass += 1) {
    for (const [index, target] of targets.entries()) results[index]?.push(await load(target, seconds));
  }
  return results;
}
