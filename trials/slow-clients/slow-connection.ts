// One connection of a client that is slow on purpose.
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '@watchpost/contract/session';
import { demoApi } from '../demo-company.ts';

export const slownesses = [
  'sends nothing',
  'drips its head',
  'drips its body',
  'drips a file',
  'reads nothing',
] as const;
export type Slowness = (typeof slownesses)[number];

export interface SlowTarget {
  readonly port: number;
  /** Of somebody who may send files. */
  readonly headers: Readonly<Record<string, string>>;
}

const dripMs = 1_000;
/** More than the system keeps by itself for somebody who reads nothing. */
const unreadAnswers = 60;

function beginningOf(slowness: Slowness, { headers }: SlowTarget): string {
  const lines = (first: string, fields: Readonly<Record<string, string>>) =>
    [first, 'Host: 127.0.0.1', ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`)].join(
      '\r\n',
    );
  switch (slowness) {
    case 'sends nothing':
      return '';
    case 'drips its head':
      return `${lines(`GET ${demoApi}/secure/user-metadata HTTP/1.1`, {})}\r\nX-Slow: `;
    case 'drips its body': {
      const json = { 'Content-Type': 'application/json', 'Content-Length': '900' };
      return `${lines(`POST ${demoApi}${signIn.path} HTTP/1.1`, json)}\r\n\r\n{"username":"`;
    }
    case 'drips a file': {
      const form = {
        ...headers,
        'Content-Type': 'multipart/form-data; boundary=cut',
        'Content-Length': '90000',
      };
      const part =
        '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
      return `${lines(`POST ${demoApi}/secure/files HTTP/1.1`, form)}\r\n\r\n${part}`;
    }
    case 'reads nothing':
      return `${lines('GET /api/openapi.json HTTP/1.1', {})}\r\n\r\n`.repeat(unreadAnswers);
  }
}

/** Resolves with the milliseconds that the server left the connection open, Infinity beyond `patienceMs`; null when it is left before. */
export function beSlow(
  slowness: Slowness,
  target: SlowTarget,
  patienceMs: number,
  left: Promise<null>,
): Promise<number | null> {
  const socket = net.connect(target.port, '127.0.0.1');
  const beganAt = performance.now();
  socket.on('error', () => {});
  socket.write(beginningOf(slowness, target));
  const dripping = slowness.startsWith('drips') ? setInterval(() => socket.write('a'), dripMs) : undefined;
  const gone = closeOf(socket).then(() => performance.now() - beganAt);
  const isUnread = slowness === 'reads nothing';
  if (!isUnread) socket.resume();
  const patience = sleep(patienceMs, null, { ref: false }).then(() =>
    isUnread ? untilRead(socket, patienceMs) : Number.POSITIVE_INFINITY,
  );
  return Promise.race(isUnread ? [left, patience] : [left, patience, gone]).finally(() => {
    clearInterval(dripping);
    socket.destroy();
  });
}

/** However it comes about. */
const closeOf = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));

/** Anyone who reads nothing does not see the end either: by reading on it tells whether the server had gone in the meantime. */
async function untilRead(socket: net.Socket, patienceMs: number): Promise<number> {
  let answers = 0;
  let tail = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    const text = tail + chunk;
    answers += text.split('HTTP/1.1 200 OK').length - 1;
    tail = text.slice(-('HTTP/1.1 200 OK'.length - 1));
    if (answers === unreadAnswers) socket.destroy();
  });
  await closeOf(socket);
  return answers === unreadAnswers ? Number.POSITIVE_INFINITY : patienceMs;
}
