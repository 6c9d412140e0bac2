// Requests byte by byte as they are written down, from whatever address they name.
import http from 'node:http';
import type { AskedRequest } from '../../apps/server/src/testing/asked-server.ts';
import type { Answer } from '../../apps/server/src/testing/reply-shapes.ts';

export type Send = (request: AskedRequest) => Promise<Answer & { readonly bytes: Buffer }>;

/** Over connections that are kept, at most so many at a time. */
export function sender(url: string, connections = 8): Send {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  return ({ method, url: path, headers, remoteAddress, payload }) =>
    new Promise((resolve, reject) => {
      const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
      const sent = { ...headers, 'x-forwarded-for': remoteAddress, ...length };
      const { hostname, port } = new URL(url);
      const request = http.request({ agent, hostname, port, path, method, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        const done = () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode = 0, headers: received } = response;
          resolve({ statusCode, headers: received, body: bytes.toString(), bytes });
        };
        // A stream of events stays open.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          response.destroy();
          return done();
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', done);
        response.once('error', reject);
      });
      request.once('error', reject);
      request.end(payload);
    });
}
