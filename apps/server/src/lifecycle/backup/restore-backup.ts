// Makes an installation out of a backup: the schema as it was when the backup was made, its rows, and then the way to
// the newest schema that any other database takes. So an older version's backup, back to the baseline of migrations, is
// restored by a newer one, whatever PostgreSQL either of them has.
import type pg from 'pg';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { type Db, ownerPoolOf } from '../../platform/db/database.ts';
import { newerThan, olderThanBaseline, versionOfBaseline } from '../../platform/db/made-migrations.ts';
import { migrate, migrateAs, migrationNames } from '../../platform/db/migrate.ts';
import { BackupError, type Frame } from './backup-file.ts';
import { BackupCheck, type BackupContents } from './check-backup.ts';
import { addJobs, prepareTables, RowLoader, setSequence } from './load-rows.queries.ts';

export interface RestoreTarget {
  /** Of a database without any table of ours. */
  readonly owner: Db;
  readonly files: FileStore;
  /** Takes the secret of the installation that was backed up. */
  saveSecret(secret: string): Promise<void>;
}

/**
 * Restores all of a backup. The rows come in one transaction: killed before its end, it leaves a database without any.
 * @throws BackupError when the backup is damaged, or made by a newer version or one of before the baseline
 */
export async function restoreBackup(
  frames: AsyncIterable<Frame>,
  target: RestoreTarget,
): Promise<BackupContents> {
  const check = new BackupCheck();
  const walk = frames[Symbol.asyncIterator]();
  const first = await walk.next();
  if (first.done === true || first.value.meta.kind !== 'about')
    throw new BackupError('The backup holds nothing.');
  check.look(first.value);
  requireKnown(first.value.meta.migrations);
  await migrateAs(target.owner, first.value.meta.migrations);
  const client = await ownerPoolOf(target.owner).connect();
  try {
    await client.query('BEGIN');
    const putBack = await prepareTables(client);
    const loader = new RowLoader(client);
    for (let next = await walk.next(); next.done !== true; next = await walk.next()) {
      check.look(next.value);
      await take(next.value, { client, loader, target });
    }
    await loader.end();
    for (const statement of putBack) await client.query(statement);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    client.release(true);
  }
  await migrate(target.owner);
  return check.contents();
}

function requireKnown(migrations: readonly string[]): void {
  const newer = newerThan(migrationNames, migrations);
  if (newer.length > 0 || migrations.length === 0) {
    throw new BackupError(
      `The backup was made by a newer version of Watchpost (${newer.join(', ')}): restore it with that one.`,
    );
  }
  const older = olderThanBaseline(migrations);
  if (older !== null) {
    throw new BackupError(
      `The backup was made by a version of Watchpost before ${versionOfBaseline} (its last migration is ${older}): restore it with the version of ${versionOfBaseline}, and start this one on what that made.`,
    );
  }
}

interface Under {
  readonly client: pg.ClientBase;
  readonly loader: RowLoader;
  readonly target: RestoreTarget;
}

async function take({ meta, payload }: Frame, { client, loader, target }: Under): Promise<void> {
  switch (meta.kind) {
    case 'rows':
      await loader.take({ name: meta.table, columns: meta.columns }, payload);
      return;
    case 'tableEnd':
      await loader.end();
      return;
    case 'sequence':
      await setSequence(client, meta);
      return;
    case 'jobs':
      await addJobs(client, payload.toString());
      return;
    case 'file':
      // Anyone who is asked for it says what kind it is; the store need not know.
      await target.files.put(meta.key, payload, 'application/octet-stream');
      return;
    case 'secret':
      await target.saveSecret(payload.toString());
      return;
    case 'about':
    case 'end':
  }
}
