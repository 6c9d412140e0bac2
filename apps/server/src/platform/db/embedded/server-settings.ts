// The settings the embedded server runs with; given on its command line, so that they also tell whether a server
// left by a dead owner still runs as wished.
import os from 'node:os';
import type { ListenAddress } from './listen-address.ts';

/**
 * After a crash PostgreSQL has everything that it left with the system written to the disk first. One call for all files
 * takes milliseconds where one for each takes seconds; Linux tells of failed writes there from 5.8 on.
 */
function crashRecovery(): Readonly<Record<string, string>> {
  const [major = 0, minor = 0] = os
    .release()
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  const isTold = major > 5 || (major === 5 && minor >= 8);
  return process.platform === 'linux' && isTold ? { recovery_init_sync_method: 'syncfs' } : {};
}

const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  max_connections: '100',
  // Short queries on few rows: compiling them costs more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  // An acknowledged commit is on the disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  // Also what is in reserve on a full disk: log-room.ts.
  min_wal_size: '80MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  // Where there are origins each checkpoint writes a file of them, and ends the server when that finds no room.
  max_active_replication_origins: '0',
  idle_in_transaction_session_timeout: '5min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One file a weekday, overwritten a week later.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_line_prefix: '%m [%p] %u@%d ',
};

export interface ServerPlaces {
  readonly clusterDir: string;
  readonly logDir: string;
  readonly address: ListenAddress;
}

/** Arguments of the `postgres` program; `wished` settings win over the defaults, not over the places. */
export function serverArguments(places: ServerPlaces, wished: Readonly<Record<string, string>>): string[] {
  const { host, port, socket } = places.address;
  const settings = {
    ...DEFAULT_SETTINGS,
    ...crashRecovery(),
    ...wished,
    log_directory: places.logDir,
    port: String(port),
    listen_addresses: socket === undefined ? host : '',
    ...(socket !== undefined && { unix_socket_directories: host, unix_socket_permissions: '0700' }),
  };
  return [
    '-D',
    places.clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
