// What may happen to a replica, and how it is undone.
import type { DatabaseHosts } from '../failover/database-hosts.ts';
import type { Host } from '../failover/network.ts';
import { askHost } from './statements.ts';

export const allHarms = [
  'postgres killed',
  'postgres and patroni killed',
  'network cut',
  'replay paused',
  'half a second behind',
] as const;
export type Harm = (typeof allHarms)[number];

/** Resolves with what undoes it. */
export async function harmReplica(
  databases: DatabaseHosts,
  host: Host,
  harm: Harm,
): Promise<() => Promise<void>> {
  const ask = (...statements: string[]) => askHost(databases, host, ...statements);
  switch (harm) {
    case 'postgres killed':
      host.kill((command) => /postgres/.test(command) && !/patroni/.test(command));
      return async () => {};
    case 'postgres and patroni killed':
      host.kill((command) => /postgres|patroni/.test(command));
      return async () => databases.revive(host);
    case 'network cut':
      host.disconnect();
      return async () => host.join();
    case 'replay paused':
      await ask('SELECT pg_wal_replay_pause()');
      return async () => void (await ask('SELECT pg_wal_replay_resume()'));
    case 'half a second behind':
      await ask(`ALTER SYSTEM SET recovery_min_apply_delay = '500ms'`, 'SELECT pg_reload_conf()');
      return async () =>
        void (await ask('ALTER SYSTEM RESET recovery_min_apply_delay', 'SELECT pg_reload_conf()'));
  }
}
