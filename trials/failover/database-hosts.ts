// Three hosts with etcd, Patroni and PostgreSQL, set up by the files in deploy/patroni as an operator would.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deployFolder } from './layout.ts';
import type { Host } from './network.ts';

export interface DatabaseHosts {
  readonly hosts: readonly Host[];
  readonly superuserPassword: string;
  /** Of the host that Patroni's own door says leads; null while none does. */
  leader(): Promise<Host | null>;
  /** Starts Patroni again where it was killed. */
  revive(host: Host): void;
  /** Resolves when one leads, the others follow it and a standby takes part in each commit. Rejects after `patienceMs`. */
  whole(patienceMs: number): Promise<Host>;
}

interface Member {
  readonly host: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

type Settings = Readonly<Record<string, string>>;

/** Data and logs go into `folder`. */
export function startDatabaseHosts(hosts: readonly Host[], folder: string): DatabaseHosts {
  const password = () => randomBytes(12).toString('hex');
  const passwords = {
    PATRONI_RESTAPI_PASSWORD: password(),
    PATRONI_SUPERUSER_PASSWORD: password(),
    PATRONI_REPLICATION_PASSWORD: password(),
  };
  const settings = new Map(
    hosts.map((host, at) => [host, { ...settingsOf(hosts, host), ...passwords, ...foldersIn(folder, at) }]),
  );
  const logs = new Map(
    hosts.map((host, at) => [host, fs.openSync(path.join(folder, `host-${at}.log`), 'a')]),
  );
  const start = (host: Host, program: string, ...args: string[]) => {
    const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups', program, ...args];
    host.start('setpriv', asPostgres, { env: settings.get(host) ?? {}, output: logs.get(host) ?? 'pipe' });
  };
  const patroni = (host: Host) => start(host, 'patroni', path.join(deployFolder, 'patroni/patroni.yml'));
  for (const host of hosts) start(host, 'etcd');
  for (const host of hosts) patroni(host);
  return {
    hosts,
    superuserPassword: passwords.PATRONI_SUPERUSER_PASSWORD,
    leader: () => leaderOf(hosts),
    revive: patroni,
    whole: (patienceMs) => untilWhole(hosts, patienceMs),
  };
}

function settingsOf(hosts: readonly Host[], own: Host): Settings {
  const text = fs.readFileSync(path.join(deployFolder, 'patroni/host.example.env'), 'utf8');
  const named = hosts.reduce(
    (filled, { address }, at) => filled.replaceAll(`database-${at + 1}`, address),
    text,
  );
  const lines = named.replaceAll('THIS_HOST', own.address).matchAll(/^([A-Z\d_]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** All hosts have one disk here. */
function foldersIn(folder: string, at: number): Settings {
  const own = path.join(folder, `host-${at}`);
  fs.mkdirSync(own);
  // Programs on the host run as postgres.
  execFileSync('chown', ['postgres:postgres', own]);
  return {
    PATRONI_POSTGRESQL_DATA_DIR: path.join(own, 'postgres'),
    PATRONI_POSTGRESQL_PGPASS: path.join(own, 'pgpass'),
    ETCD_DATA_DIR: path.join(own, 'etcd'),
    HOME: own,
  };
}

const doorOf = ({ address }: Host) => `http://${address}:8008`;

async function ask(url: string): Promise<Response | null> {
  return fetch(url, { signal: AbortSignal.timeout(1_500) }).catch(() => null);
}

async function leaderOf(hosts: readonly Host[]): Promise<Host | null> {
  const answers = await Promise.all(hosts.map((host) => ask(`${doorOf(host)}/primary`)));
  const leaders = hosts.filter((_, at) => answers[at]?.status === 200);
  return leaders.length === 1 ? (leaders[0] ?? null) : null;
}

async function untilWhole(hosts: readonly Host[], patienceMs: number): Promise<Host> {
  const untilMs = Date.now() + patienceMs;
  let seen = 'no host answered';
  while (Date.now() < untilMs) {
    const leader = await leaderOf(hosts);
    const answer = leader === null ? null : await ask(`${doorOf(leader)}/cluster`);
    if (leader !== null && answer?.ok) {
      const { members }: { members: Member[] } = await answer.json();
      seen = members
        .map(({ host, role, state, lag }) => `${host} ${role} ${state} lag ${lag ?? 0}`)
        .join(', ');
      if (isWhole(members, hosts.length)) return leader;
    }
    await sleep(300);
  }
  throw new Error(`The database hosts are not whole: ${seen}`);
}

function isWhole(members: readonly Member[], count: number): boolean {
  const are = (role: string) => members.filter((member) => member.role === role);
  // Of Patroni 3.0 each that follows is running; later ones call it streaming.
  const isWell = ({ state, lag }: Member) => /running|streaming/.test(state) && Number(lag ?? 0) < 1_000_000;
  return (
    members.length === count &&
    members.every(isWell) &&
    are('leader').length === 1 &&
    are('sync_standby').length >= 1
  );
}
