// The host in front of the databases: HAProxy with the file in deploy/patroni, and the product's servers beside it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseHosts } from './database-hosts.ts';
import { recount } from '../product/recount.ts';
import { deployFolder, serverProgram } from './layout.ts';
import type { Host } from './network.ts';

export interface FrontProxy {
  readonly databaseUrl: string;
  /** Of each server. */
  readonly urls: readonly string[];
  /** Recounts everything; what it said when something differs, else null. */
  verify(): Promise<string | null>;
}

export interface FrontProxySettings {
  readonly host: Host;
  readonly databases: DatabaseHosts;
  readonly folder: string;
  readonly servers: number;
}

const firstPort = 8081;

/** Makes the database with the demo's company in it, and starts the servers on it. */
export async function startFrontProxy({
  host,
  databases,
  folder,
  servers,
}: FrontProxySettings): Promise<FrontProxy> {
  const log = (name: string) => fs.openSync(path.join(folder, `${name}.log`), 'a');
  startProxy(host, databases, log('haproxy'));
  await createDatabase(host, databases);
  const databaseUrl = `postgres://watchpost:${ownerPassword}@${host.address}:5000/watchpost`;
  const settings = {
    DATABASE_URL: databaseUrl,
    DATABASE_REPLICA_URL: `postgres://${host.address}:5001`,
    DATA_DIR: path.join(folder, 'data'),
  };
  const start = (own: Readonly<Record<string, string>>, output: number | 'pipe') =>
    host.start(process.execPath, [serverProgram('main')], { env: { ...settings, ...own }, output });
  // The demo listens on loopback alone: this one makes its company and is not asked.
  const seeding = start({ DEMO: 'on', PORT: '8080' }, 'pipe');
  let said = '';
  for (const stream of [seeding.stdout, seeding.stderr])
    stream?.on('data', (chunk) => (said += String(chunk)));
  await until('the demo company', 300_000, async () => {
    if (seeding.exitCode !== null) throw new Error(`The server ended: ${said}`);
    return said.includes('Watchpost is ready');
  });
  seeding.kill('SIGTERM');
  const ports = Array.from({ length: servers }, (_, at) => firstPort + at);
  for (const port of ports) {
    start(
      { DEMO: 'off', ACCOUNT_LIMITS: 'off', HOST: host.address, PORT: String(port), DEFAULT_TENANT: 'demo' },
      log(`server-${port}`),
    );
  }
  const urls = ports.map((port) => `http://${host.address}:${port}`);
  await until('the servers', 60_000, async () => (await Promise.all(urls.map(isReady))).every(Boolean));
  return { databaseUrl, urls, verify: () => recount(serverProgram('verify'), settings) };
}

const ownerPassword = 'of-the-trial-alone';

function startProxy(frontHost: Host, { hosts }: DatabaseHosts, output: number): void {
  const addresses = hosts.map(({ address }, at) => [`DATABASE_${at + 1}`, address]);
  const env = { HAPROXY_ADDRESS: frontHost.address, ...Object.fromEntries(addresses) };
  frontHost.start('haproxy', ['-db', '-f', path.join(deployFolder, 'patroni/haproxy.cfg')], { env, output });
}

async function createDatabase({ address }: Host, { superuserPassword }: DatabaseHosts): Promise<void> {
  const file = path.join(deployFolder, 'patroni/create-database.sql');
  const asked = ['-h', address, '-p', '5000', '-U', 'postgres', '-v', `password=${ownerPassword}`];
  await until('the leader by HAProxy', 30_000, async () => {
    try {
      execFileSync('psql', [...asked, '-v', 'ON_ERROR_STOP=1', '-q', '-f', file], {
        env: { PATH: process.env['PATH'], PGPASSWORD: superuserPassword },
        stdio: 'pipe',
      });
      return true;
    } catch (error) {
      if (error instanceof Error && /already exists/.test(error.message)) throw error;
      return false;
    }
  });
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return answer?.status === 200;
}

/** Rejects when `what` has not come after `patienceMs`. */
export async function until(
  what: string,
  patienceMs: number,
  isThere: () => Promise<boolean>,
): Promise<void> {
  const untilMs = Date.now() + patienceMs;
  while (!(await isThere())) {
    if (Date.now() > untilMs) throw new Error(`${what} did not come within ${patienceMs / 1000} s`);
    await sleep(200);
  }
}
