// A server in a process of its own, known to serve once it has said where.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ChildServer {
  readonly pid: number;
  /** Without a slash at its end. */
  readonly url: string;
  /** From its start to its first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export interface ChildServerOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 once the server serves. */
  readonly probePath: string;
}

/** Data that an earlier version made are migrated first: minutes for millions of rounds. */
const startTimeoutMs = 900_000;

/** Starts Node on a program that prints its address. Rejects with what it said when it ends before. */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, options.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    return stopChild(child);
  };
  const output = lastOutput(child);
  child.once('exit', (code, signal) => {
    if (!isStopping) console.error(`A measured server ended by itself, ${signal ?? code}: ${output()}`);
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  try {
    const url = await addressOf(child, output);
    const reply = await fetch(`${url}${options.probePath}`);
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`${options.probePath} answered ${reply.status}`);
    return { pid: child.pid ?? 0, url, startMs: performance.now() - startedAt, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a child has said so far, as much of it as an explanation needs. */
function lastOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  }
  return () => output;
}

function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`No address after ${startTimeoutMs} ms: ${output()}`)),
      startTimeoutMs,
    );
    child.stdout?.on('data', () => {
      const found = /(http:\/\/[\w.:[\]]+:\d+)\/?\s/.exec(output())?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output()}`)));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
