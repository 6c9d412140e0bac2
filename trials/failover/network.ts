// Hosts of their own on one machine: network namespaces on a bridge, each with an address that the others reach.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';

export interface Host {
  readonly address: string;
  /** Starts a program on the host; its output goes to `output`. */
  start(
    program: string,
    args: readonly string[],
    options: { readonly env: Readonly<Record<string, string>>; readonly output: number | 'pipe' },
  ): ChildProcess;
  /** Ends at once every process of the host whose command line `isMeant`. */
  kill(isMeant: (command: string) => boolean): void;
  /** No packet comes or goes any more; what runs on the host goes on. */
  disconnect(): void;
  join(): void;
}

export interface Network {
  /** Of this process on the bridge. */
  readonly address: string;
  /** With addresses from the tenth on. */
  readonly hosts: readonly Host[];
  /** Ends everything that runs on the hosts and takes them away. */
  remove(): void;
}

/** Names of interfaces have at most fifteen letters. */
const prefix = 'wpt';

const ip = (...args: readonly string[]): string => execFileSync('ip', args, { encoding: 'utf8' });

/** Makes that many hosts; those of trials that were killed before they could take theirs away go first. */
export function makeNetwork(count: number): Network {
  removeLeft();
  const bridge = `${prefix}${process.pid}`;
  const subnet = `10.77.${process.pid % 250}`;
  const address = `${subnet}.1`;
  ip('link', 'add', bridge, 'type', 'bridge');
  try {
    ip('addr', 'add', `${address}/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    const hosts = Array.from({ length: count }, (_, at) => makeHost(bridge, at, `${subnet}.${at + 10}`));
    return { address, hosts, remove: () => removeAll(bridge) };
  } catch (error) {
    removeAll(bridge);
    throw error;
  }
}

function makeHost(bridge: string, at: number, address: string): Host {
  const name = `${bridge}-${at}`;
  const inside = 'eth0';
  ip('netns', 'add', name);
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', inside, 'netns', name);
  ip('link', 'set', name, 'master', bridge, 'up');
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', inside);
  ip('-n', name, 'link', 'set', inside, 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  return {
    address,
    start: (program, args, { env, output }) =>
      // A group of its own: what the terminal sends is for the trial.
      spawn('ip', ['netns', 'exec', name, program, ...args], {
        env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', output, output],
        detached: true,
      }),
    kill: (isMeant) => killIn(name, isMeant),
    disconnect: () => void ip('link', 'set', name, 'down'),
    join: () => void ip('link', 'set', name, 'up'),
  };
}

function killIn(namespace: string, isMeant: (command: string) => boolean): void {
  for (const pid of ip('netns', 'pids', namespace).split('\n').filter(Boolean)) {
    if (isMeant(commandOf(pid))) endAtOnce(Number(pid));
  }
}

function commandOf(pid: string): string {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}

function removeAll(bridge: string): void {
  const names = ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((name) => name.startsWith(`${bridge}-`));
  for (const name of names) {
    // Twice: what one of them started in the meantime.
    for (let times = 0; times < 2; times += 1) killIn(name, () => true);
    ip('netns', 'delete', name);
  }
  ip('link', 'delete', bridge);
}

function removeLeft(): void {
  const links = ip('-o', 'link', 'show', 'type', 'bridge');
  for (const [, bridge = '', pid] of links.matchAll(new RegExp(`\\b(${prefix}(\\d+)):`, 'g'))) {
    if (!isAlive(Number(pid))) removeAll(bridge);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
