// npm run db:snapshot: writes what the database is, for people, from the catalog of a freshly migrated one.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeSnapshot } from '../platform/db/catalog/snapshot.ts';
import { openOwner } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';

if (process.argv.length > 2) {
  console.error(
    'npm run db:snapshot: writes apps/server/src/platform/db/schema and row-types, docs/data-model.md and the tables of docs/security/personal-data.md from a database that it makes and migrates. It takes no arguments.',
  );
  process.exit(process.argv.includes('--help') || process.argv.includes('-h') ? 0 : 2);
}

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-schema-'));
fs.chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } });
const { db, close } = openOwner(server.connection);
try {
  await migrate(db);
  const written = await writeSnapshot(db);
  for (const file of written) console.log(`wrote ${file}`);
  console.log(written.length === 0 ? 'Everything is as the database has it.' : `${written.length} files.`);
} finally {
  await close();
  await server.stop();
  fs.rmSync(server.dataDir, { recursive: true, force: true });
  fs.rmSync(folder, { recursive: true, force: true });
}
