// Several processes of the real server on one database, behind a proxy that sends each request to the next of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { bundledProgram } from './bundled-program.ts';
import { atFileEnd } from './file-end.ts';

export interface ServerProcess {
  readonly url: string;
  /** All that it has said so far. */
  log(): string;
  /** At once, as a power cut would. */
  kill(): Promise<void>;
  /** Tells it to leave; resolves with its exit code once it has. */
  stop(): Promise<number | null>;
}

export interface EndedProcess {
  readonly code: number | null;
  readonly output: string;
}

/** Starts a process with these settings alone; what it says instead when it ends before it serves. */
export type StartProcess = (
  settings: Readonly<Record<string, string>>,
) => Promise<ServerProcess | EndedProcess>;

/** Builds the server as the product is built, so that its processes start at once. */
export async function builtServer(): Promise<StartProcess> {
  const bundle = await bundledProgram('main.ts');
  return (settings) => startProcess(bundle, settings);
}

async function startProcess(
  bundle: string,
  settings: Readonly<Record<string, string>>,
): Promise<ServerProcess | EndedProcess> {
  const child = spawn(process.execPath, [bundle], {
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    return child.exitCode;
  };
  atFileEnd(kill);
  let output = '';
  return new Promise((resolve) => {
    const append = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Watchpost is ready: (http:\S+?)\/?\n/.exec(output)?.[1];
      if (url !== undefined) resolve({ url, log: () => output, kill, stop });
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    void gone.then(() => resolve({ code: child.exitCode, output }));
  });
}

export interface Proxy {
  readonly url: string;
  /** Which of the processes answered: its number, from 0 on. */
  servedBy(headers: Headers | http.IncomingHttpHeaders): number;
}

const servedBy = 'x-served-by';

/** Says who asks, as proxies do, and passes every byte on as it comes. */
export async function roundRobinProxy(urls: readonly string[]): Promise<Proxy> {
  let attempt = 0;
  const server = http.createServer((request, response) => {
    const number = attempt % urls.length;
    attempt += 1;
    const headers = {
      ...request.headers,
      'x-forwarded-for': request.headers['x-test-address'] ?? request.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'http',
    };
    const target = new URL(request.url ?? '/', urls[number]);
    const passed = http.request(target, { method: request.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, [servedBy]: String(number) });
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    passed.once('error', () => response.destroy());
    response.once('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    servedBy: (headers) =>
      Number(headers instanceof Headers ? headers.get(servedBy) : (headers[servedBy] ?? Number.NaN)),
  };
}

/** A folder that servers share as DATA_DIR; taken away with the test file. */
export function sharedFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-shared-'));
  atFileEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
