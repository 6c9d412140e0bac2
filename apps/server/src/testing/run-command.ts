// The operator's commands as their operators run them: processes of their own.
import { spawn } from 'node:child_process';
import type pg from 'pg';
import { bundledProgram } from './bundled-program.ts';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

type Rest = [args: readonly string[], env: Readonly<Record<string, string>>, input?: string];

/** Runs a program of commands/ with this environment alone, with `input` piped in. */
export const runCommand = (name: string, ...rest: Rest): Promise<Ended> =>
  runProgram(`commands/${name}`, ...rest);

/** As runCommand, for any file below apps/server/src. */
export async function runProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Ended> {
  const child = spawn(process.execPath, [await bundledProgram(file), ...args], {
    cwd: import.meta.dirname,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...output })));
}

/** A connection as DATABASE_URL names it. */
export function databaseUrlOf({ host = '', port, user, password, database }: pg.ClientConfig): string {
  const login = typeof password === 'string' ? `${user}:${encodeURIComponent(password)}` : user;
  return `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
