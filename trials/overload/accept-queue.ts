// Connections that the system has accepted for a server and that the server has not taken yet; Linux only.
import fs from 'node:fs';

export interface Untaken {
  readonly most: number;
  /** The longest time in which some were waiting at every look. */
  readonly seconds: number;
}

const lookMs = 250;
const listening = '0A';

export function watchAcceptQueue(url: string): { stop(): Untaken } {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  let most = 0;
  let longestMs = 0;
  let emptyAt = performance.now();
  const looking = setInterval(() => {
    const now = untakenAt(port);
    most = Math.max(most, now);
    if (now === 0) emptyAt = performance.now();
    longestMs = Math.max(longestMs, performance.now() - emptyAt);
  }, lookMs);
  return {
    stop: () => {
      clearInterval(looking);
      return { most, seconds: longestMs / 1_000 };
    },
  };
}

function untakenAt(port: string): number {
  for (const line of fs.readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const [, local, , state, queues] = line.trim().split(/\s+/);
    if (state === listening && local?.endsWith(`:${port}`)) return parseInt(queues?.split(':')[1] ?? '0', 16);
  }
  return 0;
}
