// Ends connections of callers who send or read so slowly that they would hold them, and what is behind them, for long.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { answerBrokenRequest } from './broken-request.ts';

export interface SlowLimits {
  /** Between two looks at what has come. */
  readonly lookMs: number;
  /** Within so many looks a body has to bring on so much. */
  readonly looks: number;
  readonly leastBytes: number;
  /** So long nothing of an answer may be taken; up to twice as long where a part of what was sent last has been. */
  readonly unreadMs: number;
}

/** A network that a phone can still work with brings a kilobyte a second. */
const slowLimits: SlowLimits = { lookMs: 1_000, looks: 10, leastBytes: 10_000, unreadMs: 7_000 };

/** How a server is to be made for it: a whole head within ten seconds, a whole request within two minutes. */
export const slowestRequests = {
  requestTimeout: 120_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
} as const;

export function endSlowConnections(app: FastifyInstance, limits = slowLimits): void {
  const bodies = new Map<IncomingMessage, number[]>();
  const last = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    last.set(request.socket, { request, response });
    if (hasBody(request)) bodies.set(request, [request.socket.bytesRead]);
  });
  app.server.setTimeout(limits.unreadMs, (socket) => {
    const found = last.get(socket);
    // A body has its own measure, and an answer may be long in the making or have nothing to tell.
    const isWaiting = found !== undefined && !(found.request.complete && found.response.writableFinished);
    if (!isWaiting || socket.writableLength > 0) socket.destroy();
  });
  const looking = setInterval(() => {
    for (const [request, received] of bodies) {
      if (request.complete || request.socket.destroyed) bodies.delete(request);
      else if (isSlow(request, received, limits)) {
        bodies.delete(request);
        refuse(request.socket, last.get(request.socket)?.response);
      }
    }
  }, limits.lookMs).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Adds a look to those before it. */
function isSlow(request: IncomingMessage, received: number[], { looks, leastBytes }: SlowLimits): boolean {
  // More is not read before what has come was taken: it is not the caller who is slow.
  const isHeldHere = request.readableLength >= request.readableHighWaterMark;
  if (isHeldHere) received.length = 0;
  received.push(request.socket.bytesRead);
  if (received.length <= looks) return false;
  const [first = 0] = received;
  received.shift();
  return request.socket.bytesRead - first < leastBytes;
}

function refuse(socket: Socket, response: ServerResponse | undefined): void {
  if (response?.headersSent === true) socket.destroy();
  else answerBrokenRequest(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}
