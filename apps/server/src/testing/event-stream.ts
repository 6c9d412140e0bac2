// A console's stream as a browser holds it: over a real connection, resuming by the id of the last event.
import http from 'node:http';
import { once } from 'node:events';

export interface SentEvent {
  readonly id: string;
  readonly name: string;
  readonly data: {
    readonly id?: string;
    readonly message?: string;
    readonly unReadcount?: number;
    readonly version?: number;
  };
}

export interface Stream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Everything received so far, comments as events named ':'. */
  readonly events: readonly SentEvent[];
  /** Resolves when what was received so far satisfies the condition; rejects when the stream ends before. */
  until(isEnough: (events: readonly SentEvent[]) => boolean): Promise<void>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Breaks the connection. */
  breakOff(): void;
}

export async function openStream(url: string, headers: Record<string, string>): Promise<Stream> {
  const request = http.get(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const events: SentEvent[] = [];
  let changed = () => {};
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    events.push(...parts.map(read).filter((event) => event.name !== ''));
    changed();
  });
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      changed();
      resolve();
    };
    response.on('close', end);
    response.on('error', end);
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    ended,
    breakOff: () => request.destroy(),
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        changed = () => {
          if (isEnough(events)) resolve();
          else if (isOver) reject(new Error(`the stream ended after ${JSON.stringify(events)}`));
        };
        changed();
      }),
  };
}

function read(text: string): SentEvent {
  if (text.startsWith(':')) return { id: '', name: ':', data: {} };
  const fields = new Map(
    text.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
  );
  return {
    id: fields.get('id') ?? '',
    name: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? '{}'),
  };
}
