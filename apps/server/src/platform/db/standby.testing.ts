// A primary with streaming replicas, each the database that comes with the product.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { newFolder, start } from './embedded/embedded-postgres.testing.ts';
import type { EmbeddedPostgres } from './embedded/embedded-postgres.ts';

interface Replicated {
  readonly primary: EmbeddedPostgres;
  readonly replicas: readonly [EmbeddedPostgres, ...EmbeddedPostgres[]];
}

/** Each is stopped and removed by cleanUp() of the launcher's tests. */
export async function startWithReplicas(count: number): Promise<Replicated> {
  const dataDir = newFolder();
  const empty = await start({ dataDir });
  await empty.stop();
  const copies = Array.from({ length: count }, () => copyForReplica(path.join(empty.dataDir, 'cluster')));
  const primary = await start({ dataDir, supervise: false });
  const { host, port, user } = primary.connection;
  const settings = {
    primary_conninfo: `host=${host} port=${port} user=${user}`,
    // The default of five seconds is for links that fail.
    wal_retrieve_retry_interval: '100ms',
  };
  const [first, ...others] = await Promise.all(
    copies.map((copied) => start({ dataDir: copied, settings, supervise: false })),
  );
  if (first === undefined) throw new RangeError('a replica at least');
  return { primary, replicas: [first, ...others] };
}

/** What a server left that was stopped in peace is a base backup; whom the files belong to goes along. */
function copyForReplica(cluster: string): string {
  const copied = newFolder();
  execFileSync('cp', ['-a', cluster, copied]);
  const signal = path.join(copied, 'cluster', 'standby.signal');
  fs.writeFileSync(signal, '');
  const { uid, gid } = fs.statSync(path.join(copied, 'cluster', 'PG_VERSION'));
  fs.chownSync(signal, uid, gid);
  return copied;
}
