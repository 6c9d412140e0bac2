// Owns an embedded database until its parent stops it; the tests start this process to kill it.
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const database = await startEmbeddedPostgres({ dataDir });
  const { connection, pid, notes, wasReused } = database;
  console.log(JSON.stringify({ connection, dataDir: database.dataDir, pid, notes, wasReused }));
  process.stdin.resume().once('end', () => {
    void database.stop().then(() => process.exit(0));
  });
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
  process.exit(1);
}
