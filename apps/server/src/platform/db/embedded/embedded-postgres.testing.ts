// What the launcher's tests share: databases and owner processes that are cleaned away after each test.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-postgres.ts';

export const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
export const isRoot = process.getuid?.() === 0;

const folders: string[] = [];
const databases: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

/** A new folder that every user may pass through; removed after the test. */
export function newFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'wp-embedded-')));
  fs.chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

export async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres(options);
  databases.push(database);
  if (!folders.some((folder) => database.dataDir.startsWith(folder))) folders.push(database.dataDir);
  return database;
}

export async function query(database: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  // A server that is killed also says so outside of a query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export const ownerReport = z.object({
  connection: z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() }),
  dataDir: z.string(),
  pid: z.number(),
  notes: z.array(z.string()),
  wasReused: z.boolean(),
});

export interface OtherOwner {
  readonly process: ChildProcess;
  readonly line: unknown;
}

/** Starts the launcher in a process of its own; resolves with the line it prints when it is up or has failed. */
export async function startOtherOwner(
  dataDir: string,
  options: { uid?: number; gid?: number; script?: string } = {},
): Promise<OtherOwner> {
  const tsx = pathToFileURL(require.resolve('tsx')).href;
  const script = options.script ?? path.join(here, 'owner-process.testing.ts');
  const child = spawn(process.execPath, ['--import', tsx, script, dataDir], {
    uid: options.uid,
    gid: options.gid,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', HOME: path.dirname(dataDir), TMPDIR: '/tmp' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const first = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const text = Buffer.isBuffer(first[0]) ? first[0].toString() : '';
  if (text === '') throw new Error(`the owner process ended without a word: ${said}`);
  return { process: child, line: JSON.parse(text) };
}

/** The process of an owner that may not have said anything yet. */
export function lastOwner(): ChildProcess {
  const child = children.at(-1);
  if (child === undefined) throw new Error('no owner was started');
  return child;
}

export async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

export async function stopOtherOwner(owner: OtherOwner): Promise<void> {
  const gone = once(owner.process, 'exit');
  owner.process.stdin?.end();
  await gone;
}

/** Stops and removes all that a test made; give it to afterEach. */
export async function cleanUp(): Promise<void> {
  await Promise.all(databases.splice(0).map((database) => database.stop()));
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
}
