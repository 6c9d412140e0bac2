// A network with weather between phone and product: slow, flapping, cut, answering errors, losing replies (FIELD-02).
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';

export const weathers = ['fine', 'cut', 'slow', 'flapping', 'errors', 'lostReplies'] as const;
/** Besides those that are drawn, since it takes its time. Thin: of a long upload so little comes through that its sender gives up. */
export type Weather = (typeof weathers)[number] | 'thin';

const thinMaxBytes = 18_000;

export interface WeatherProxy {
  readonly url: string;
  set(weather: Weather): void;
  /** From now on the product fails at each upload that holds the text; null for none. */
  failAt(text: string | null): void;
  /** From now on the product serves a newer build of the guards' app, newer at each call. */
  updateApp(): void;
  /** Requests of the API that came in, whatever became of them. */
  readonly counts: { requests: number; lost: number };
  stop(): Promise<void>;
}

const slowMs = 300;
/** As products, proxies, caches and hotels answer. */
const errors = [
  { status: 500, type: 'application/json', body: '{"general":[{"code":"internal","message":"No"}]}' },
  { status: 502, type: 'text/html', body: '<html><h1>Bad gateway</h1></html>' },
  { status: 503, type: 'text/html', body: '<html><h1>Away</h1></html>' },
  { status: 200, type: 'text/html', body: '<html><h1>Welcome to our network</h1></html>' },
  { status: 404, type: 'text/html', body: '<html><h1>Nothing here</h1></html>' },
];

type Passed = Readable & Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export async function startWeatherProxy(target: string): Promise<WeatherProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const counts = { requests: 0, lost: 0 };
  let weather: Weather = 'fine';
  let updates = 0;
  let failing: string | null = null;

  const forward = (request: Passed, onReply: (reply: IncomingMessage) => void, onFault: () => void) => {
    const { method, url: path, headers } = request;
    // Read to be changed, so it must come as it is.
    const plain = path === '/guard/sw.js' ? { 'accept-encoding': 'identity' } : {};
    const sent = { ...headers, ...plain };
    // A connection for each: one that the product has just closed is no weather.
    const onward = http.request({ hostname, port, method, path, headers: sent, agent: false }, onReply);
    onward.on('error', onFault);
    pipeline(request, onward, () => {});
  };

  const pass = (request: Passed, response: ServerResponse) => {
    const drop = () => response.destroy();
    const serve = (reply: IncomingMessage) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      // A reply that breaks off breaks off here too, or the browser would wait for the rest for ever.
      pipeline(reply, response, () => {});
    };
    const serveNewer = (reply: IncomingMessage) => {
      const chunks: Buffer[] = [];
      reply.on('error', drop);
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const text = Buffer.concat(chunks)
          .toString()
          .replaceAll('guard-shell-', `guard-shell-newer-${updates}-`);
        const { 'content-length': _length, etag: _etag, ...headers } = reply.headers;
        response.writeHead(reply.statusCode ?? 502, headers).end(text);
      });
    };
    const isWorker = request.url === '/guard/sw.js';
    forward(request, isWorker && updates > 0 ? serveNewer : serve, drop);
  };

  const lose = (request: IncomingMessage, response: ServerResponse) => {
    const drop = () => response.destroy();
    counts.lost += 1;
    forward(
      request,
      (reply) => {
        reply.resume();
        reply.on('close', drop);
      },
      drop,
    );
  };

  /** What does not hold the text is passed on from memory. */
  const failOr = async (request: IncomingMessage, response: ServerResponse, text: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [{ status, type, body: fault } = { status: 500, type: '', body: '' }] = errors;
    const { method, url, headers } = request;
    if (body.includes(text)) response.writeHead(status, { 'content-type': type }).end(fault);
    else pass(Object.assign(Readable.from([body]), { method, url, headers }), response);
  };

  const server = http.createServer((request, response) => {
    const isApi = request.url?.startsWith('/api/') === true;
    if (isApi) counts.requests += 1;
    const isOdd = counts.requests % 2 === 1;
    if (weather === 'cut' || (weather === 'flapping' && isOdd)) request.socket.destroy();
    else if (weather === 'thin' && Number(request.headers['content-length'] ?? 0) > thinMaxBytes)
      request.resume();
    else if (failing !== null && isApi) void failOr(request, response, failing);
    else if (weather === 'slow') setTimeout(() => pass(request, response), slowMs);
    else if (weather === 'lostReplies' && isApi && isOdd) lose(request, response);
    else if (weather === 'errors' && isApi) {
      const { status, type, body } = errors[counts.requests % errors.length] ?? {
        status: 500,
        type: '',
        body: '',
      };
      request.resume();
      response.writeHead(status, { 'content-type': type }).end(body);
    } else pass(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own.port}`,
    counts,
    set: (next) => {
      weather = next;
      if (next === 'cut') breakAll();
    },
    failAt: (text) => {
      failing = text;
    },
    updateApp: () => {
      updates += 1;
    },
    stop: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
