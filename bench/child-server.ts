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

const startTimeoutMs = 60_000;

/** Starts Node on a program that prints its address. Rejects with what it said when it ends before. */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, options.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  const stop = () => stopChild(child);
  process.once('exit', () => child.kill('SIGKILL'));
  try {
    const url = await addressOf(child);
    const reply = await fetch(`${url}${options.probePath}`);
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`${options.probePath} answered ${reply.status}`);
    return { pid: child.pid ?? 0, url, startMs: performance.now() - startedAt, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`No address after ${startTimeoutMs} ms: ${said}`)),
      startTimeoutMs,
    );
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
      const found = /(http:\/\/[\w.:[\]]+:\d+)\/?\s/.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
