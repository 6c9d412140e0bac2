// Writes all that an installation holds into one file, while it is used: the database as of one moment, then the files
// that it speaks of, which are never changed once they are written.
import { createHash, randomUUID } from 'node:crypto';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { whyUnreadable, whyUnwritable } from '../../platform/adapters/files/named-file.ts';
import { mainPart, partKey } from '../../platform/adapters/files/picture-parts.ts';
import { makeFolder } from '../../platform/db/embedded/make-folder.ts';
import { removeNow, whenLeaving } from '../../platform/db/embedded/when-leaving.ts';
import { BackupError, FrameWriter, framesOf } from './backup-file.ts';
import { type BackupContents, checkBackup } from './check-backup.ts';
import {
  type CopiedTable,
  findFileKeys,
  findJobs,
  findMigrations,
  findSequences,
  findTables,
  rowsOf,
} from './copied-tables.queries.ts';

const frameBytes = 2 ** 20;

export interface Installation {
  /** Of the database's owner. */
  readonly pool: pg.Pool;
  readonly files: FileStore;
  /** The one that the data folder keeps; null where the settings say it. */
  readonly secret: string | null;
}

export interface MadeBackup extends BackupContents {
  readonly bytes: number;
}

/**
 * Writes a backup and reads it again before it gets its name, so that what bears the name is whole. Only its writer may
 * read it. @throws Error of the database, the store or the disk; then nothing is left behind
 */
export async function makeBackup(
  installation: Installation,
  file: string,
  passphrase: string | null,
): Promise<MadeBackup> {
  const draft = `${file}.${randomUUID()}.part`;
  const handle = await openDraft(draft).catch((error: unknown) => {
    throw new BackupError(`${file}: ${whyUnwritable(error)}.`);
  });
  const stay = whenLeaving(() => removeNow(draft));
  try {
    try {
      await writeAll(installation, await FrameWriter.begin(handle, passphrase));
    } finally {
      await handle.close();
    }
    const { contents, bytes } = await reading(draft, async (written) => ({
      contents: await checkBackup(framesOf(written, passphrase)),
      bytes: (await written.stat()).size,
    }));
    await fs.rename(draft, file);
    await syncFolder(path.dirname(file));
    return { ...contents, bytes };
  } catch (error) {
    await fs.rm(draft, { force: true });
    throw error;
  } finally {
    stay();
  }
}

async function openDraft(draft: string): Promise<FileHandle> {
  makeFolder(path.dirname(draft));
  return fs.open(draft, 'wx+', 0o600);
}

/** The file is closed again whatever happens. @throws BackupError where it cannot be opened, and what `read` throws */
export async function reading<Result>(
  file: string,
  read: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await fs.open(file, 'r').catch((error: unknown) => {
    throw new BackupError(`${file}: ${whyUnreadable(error)}.`);
  });
  try {
    return await read(handle);
  } finally {
    await handle.close();
  }
}

async function writeAll(installation: Installation, writer: FrameWriter): Promise<void> {
  const client = await installation.pool.connect();
  let keys: string[];
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // An error rather than a part of the rows.
    await client.query('SET LOCAL row_security = off');
    keys = await writeDatabase(client, writer);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
  const stored = await writeFiles(installation.files, writer);
  if (installation.secret !== null) await writer.write({ kind: 'secret' }, Buffer.from(installation.secret));
  await writer.end(await missing(installation.pool, keys, stored));
}

async function writeDatabase(client: pg.ClientBase, writer: FrameWriter): Promise<string[]> {
  const { rows } = await client.query<{ at: Date; server: string }>(
    `SELECT now() AS at, current_setting('server_version') AS server`,
  );
  const [about] = rows;
  if (about === undefined) throw new Error('a statement of values always has a row');
  await writer.write({
    kind: 'about',
    madeAt: about.at.toISOString(),
    server: about.server,
    migrations: await findMigrations(client),
  });
  for (const table of await findTables(client)) await writeTable(client, table, writer);
  for (const sequence of await findSequences(client)) await writer.write({ kind: 'sequence', ...sequence });
  const { count, json } = await findJobs(client);
  await writer.write({ kind: 'jobs', count }, Buffer.from(json));
  return findFileKeys(client);
}

async function writeTable(client: pg.ClientBase, table: CopiedTable, writer: FrameWriter): Promise<void> {
  const { name, columns } = table;
  const meta = { kind: 'rows' as const, table: name, columns: [...columns] };
  const stream = rowsOf(client, table);
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('rows come as bytes');
    pieces.push(piece);
    length += piece.length;
    if (length < frameBytes) continue;
    await writer.write(meta, Buffer.concat(pieces));
    pieces = [];
    length = 0;
  }
  if (length > 0) await writer.write(meta, Buffer.concat(pieces));
  // PostgreSQL reports the count after the last row, and answers this query only after that.
  await client.query('SELECT');
  await writer.write({ kind: 'tableEnd', table: name, rows: stream.rowCount });
}

async function writeFiles(files: FileStore, writer: FrameWriter): Promise<Set<string>> {
  const stored = new Set<string>();
  for await (const key of files.list()) {
    const bytes = await files.get(key);
    // Deleted since.
    if (bytes === null) continue;
    await writer.write(
      { kind: 'file', key, sha256: createHash('sha256').update(bytes).digest('hex') },
      bytes,
    );
    stored.add(key);
  }
  return stored;
}

/** A record that is gone by now may have taken its file along. */
async function missing(
  pool: pg.Pool,
  keys: readonly string[],
  stored: ReadonlySet<string>,
): Promise<string[]> {
  // A picture lies there in parts; whatever else of it there is, it is the main one that is asked for.
  const lacking = keys.filter((key) => !stored.has(key) && !stored.has(partKey(key, mainPart)));
  if (lacking.length === 0) return [];
  const still = new Set(await findFileKeys(pool));
  return lacking.filter((key) => still.has(key));
}

/** A name lasts once its folder is written; Windows does it by itself and opens no folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await reading(folder, (handle) => handle.sync());
}
