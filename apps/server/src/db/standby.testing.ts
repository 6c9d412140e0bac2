// A primary with a streaming replica, both the database that comes with the product.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { newFolder, start } from './embedded/embedded-postgres.testing.ts';
import type { EmbeddedPostgres } from './embedded/embedded-postgres.ts';

/** Each is stopped and removed by cleanUp() of the launcher's tests. */
export async function startWithReplica(): Promise<{ primary: EmbeddedPostgres; replica: EmbeddedPostgres }> {
  const dataDir = newFolder();
  const empty = await start({ dataDir });
  await empty.stop();
  const copied = newFolder();
  // What a server left that was stopped in peace is a base backup; whom the files belong to goes along.
  execFileSync('cp', ['-a', path.join(empty.dataDir, 'cluster'), copied]);
  const signal = path.join(copied, 'cluster', 'standby.signal');
  fs.writeFileSync(signal, '');
  const { uid, gid } = fs.statSync(path.join(copied, 'cluster', 'PG_VERSION'));
  fs.chownSync(signal, uid, gid);
  const primary = await start({ dataDir, supervise: false });
  const { host, port, user } = primary.connection;
  const settings = {
    primary_conninfo: `host=${host} port=${port} user=${user}`,
    // The default of five seconds is for links that fail.
    wal_retrieve_retry_interval: '100ms',
  };
  return { primary, replica: await start({ dataDir: copied, settings, supervise: false }) };
}
