// The demo's passwords are published, so it answers this machine alone: whatever a proxy or another name brings is refused.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loopbackName } from '../adapters/external/address-rules.ts';
import { AppError } from './app-error.ts';

/** What proxies and tunnels add to a request that they hand on. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

export function refuseRemoteDemo(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isOfMachine(request) ? undefined : new AppError('demoBeyondMachine'));
  });
}

/** A request without a Host is of no browser. */
function isOfMachine({ headers }: FastifyRequest): boolean {
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false;
  const url = `http://${headers.host ?? 'localhost'}`;
  return URL.canParse(url) && loopbackName.test(new URL(url).hostname);
}
