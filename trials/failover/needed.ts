// What a cluster of database hosts on one machine is made from.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { CannotRun } from '../trial.ts';

const needed: readonly (readonly [program: string, debianPackage: string])[] = [
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['/usr/bin/psql', 'postgresql-client-15'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/lib/python3/dist-packages/etcd', 'python3-etcd'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/setpriv', 'util-linux'],
];

/** Throws CannotRun with how to get what is missing. */
export function requireCluster(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new CannotRun('This trial makes network namespaces: it needs Linux and root.');
  }
  const lacking = needed.filter(([program]) => !fs.existsSync(program)).map(([, name]) => name);
  try {
    execFileSync('ip', ['netns', 'list'], { stdio: 'pipe' });
  } catch {
    lacking.push('iproute2');
  }
  if (lacking.length > 0) {
    throw new CannotRun(`Missing here: apt-get install --no-install-recommends ${lacking.join(' ')}`);
  }
}
