// Replies that stay open and send events as they happen (text/event-stream).
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface EventStreamReply {
  /** Whole events, each ending in an empty line. Ends by itself when the caller goes or the server closes. */
  readonly events: AsyncGenerator<string>;
}

export function isEventStream(result: unknown): result is EventStreamReply {
  return typeof result === 'object' && result !== null && 'events' in result && !('notifications' in result);
}

export function sendEvents(reply: FastifyReply, { events }: EventStreamReply): FastifyReply {
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      .header('Cache-Control', 'no-store, no-transform')
      // Proxies that gather a reply before passing it on would keep every event to themselves.
      .header('X-Accel-Buffering', 'no')
      .send(Readable.from(events, { objectMode: false }))
  );
}
