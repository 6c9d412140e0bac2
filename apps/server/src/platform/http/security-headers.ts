// What browsers may do with the pages: load and reach nothing but their own server.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

const options: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      // Named although the first line covers it: readers of policies look for it.
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      // Mails, each under a policy of its own.
      frameSrc: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
};

export function setSecurityHeaders(app: FastifyInstance): void {
  const headers = { ...workOut(), 'permissions-policy': policyOf('camera=()') };
  const guardHeaders = {
    ...headers,
    // The reader of codes is a WebAssembly program of our own.
    'content-security-policy': headers['content-security-policy'].replace(
      "script-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
    ),
    'permissions-policy': policyOf('camera=(self)'),
  };
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(isOfGuard(request.url) ? guardHeaders : headers);
    // Browsers ignore it on a plain connection, where it would promise what the installation does not have.
    if (request.protocol === 'https') void reply.header('strict-transport-security', strictTransport);
    done();
  });
}

/** Two years, with every host below this one. */
const strictTransport = 'max-age=63072000; includeSubDomains';

/** What no page of the product uses, no page may use. */
const policyOf = (camera: string) =>
  `${camera}, microphone=(), geolocation=(self), payment=(), usb=(), serial=(), display-capture=(), browsing-topics=()`;

/** The guards' app scans codes with the camera; no other page needs it. */
const isOfGuard = (url: string) => /^\/guard(?:[/?]|$)/.test(url);

/** They are the same for every reply; to work them out each time would be a tenth of a list's cost. */
function workOut(): { 'content-security-policy': string } & Record<string, string> {
  const reply = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(reply.req, reply, (fault) => {
    if (fault !== undefined) throw fault;
  });
  const set: Record<string, string> = {};
  for (const name of reply.getHeaderNames()) set[name] = String(reply.getHeader(name));
  return { ...set, 'content-security-policy': String(reply.getHeader('content-security-policy')) };
}
