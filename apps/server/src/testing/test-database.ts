import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Database, type Db, openDatabase, openOwner, serveAs } from '../platform/db/database.ts';
import { atFileEnd } from './file-end.ts';

export interface TestDatabase {
  /** As the product uses it: the serving role, under row-level security. */
  readonly database: Database;
  /** As its owner: for arranging and for looking behind the product's back. */
  readonly owner: Db;
  readonly connection: pg.ClientConfig;
}

/** A migrated, empty database of the calling test file's own; dropped when the file is done. */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = inject('testCluster');
  const admin: pg.ClientConfig = JSON.parse(cluster.connection);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(admin, `CREATE DATABASE ${name} TEMPLATE ${cluster.template} STRATEGY FILE_COPY`);
  const connection = { ...admin, database: name };
  const owner = openOwner(connection);
  const database = openDatabase({
    connection: await serveAs(owner.db, connection),
    poolSize: 6,
    onError: () => {},
  });
  atFileEnd(async () => {
    await database.close();
    await owner.close();
    await run(admin, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { database, owner: owner.db, connection };
}

async function run(connection: pg.ClientConfig, statement: string): Promise<void> {
  const admin = openOwner(connection);
  await admin.db.executeQuery(CompiledQuery.raw(statement));
  await admin.close();
}
