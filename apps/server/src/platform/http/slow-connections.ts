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

interface UnderWay {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What the connection had brought at each look. */
  readonly received: number[];
}

export function endSlowConnections(app: FastifyInstance, limits = slowLimits): void {
  const bodies = new Set<UnderWay>();
  const last = new WeakMap<Socket, UnderWay>();
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const own: UnderWay = { request, response, received: [] };
    last.set(socket, own);
    if (hasBody(request)) bodies.add(own);
    // Kept connections are many: none holds what is over.
    response.once('close', () => {
      if (last.get(socket) === own) last.delete(socket);
      if (request.complete) bodies.delete(own);
    });
  });
  app.server.setTimeout(limits.unreadMs, (socket) => {
    // A body has its own measure, and an answer may be long in the making or have nothing to tell.
    if (!last.has(socket) || socket.writableLength > 0) socket.destroy();
  });
  const looking = setInterval(() => {
    for (const own of bodies) {
      if (own.request.complete || own.request.socket.destroyed) bodies.delete(own);
      else if (isSlow(own, limits)) {
        bodies.delete(own);
        refuse(own);
      }
    }
  }, limits.lookMs).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Adds a look to those before it. */
function isSlow({ request, received }: UnderWay, { looks, leastBytes }: SlowLimits): boolean {
  // More is not read before what has come was taken: it is not the caller who is slow.
  const isBackedUpHere = request.readableLength >= request.readableHighWaterMark;
  if (isBackedUpHere) received.length = 0;
  received.push(request.socket.bytesRead);
  if (received.length <= looks) return false;
  const [first = 0] = received;
  received.shift();
  return request.socket.bytesRead - first < leastBytes;
}

function refuse({ request, response }: UnderWay): void {
  if (response.headersSent) request.socket.destroy();
  else {
    const error = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    answerBrokenRequest(error, request.socket);
  }
}
