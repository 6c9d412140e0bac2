// What browsers may do with the pages: load and reach nothing but their own server.
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

const options: FastifyHelmetOptions = {
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
      baseUri: ["'none'"],
      formAction: ["'self'"],
      // Mails, each under a policy of its own.
      frameSrc: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
};

export async function setSecurityHeaders(app: FastifyInstance): Promise<void> {
  const headers = {
    ...(await workOut()),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
  };
  const guardHeaders = {
    ...headers,
    // The reader of codes is a WebAssembly program of our own.
    'content-security-policy': headers['content-security-policy'].replace(
      "script-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
    ),
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(self)',
  };
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(isOfGuard(request.url) ? guardHeaders : headers);
    done();
  });
}

/** The guards' app scans codes with the camera; no other page needs it. */
const isOfGuard = (url: string) => /^\/guard(?:[/?]|$)/.test(url);

/** The plugin works the same headers out for every reply, at a tenth of a list's cost; it is asked once, aside. */
async function workOut(): Promise<{ 'content-security-policy': string } & Record<string, string>> {
  const aside = Fastify();
  await aside.register(helmet, options);
  aside.get('/', async (_request, reply) => reply.code(204).send());
  const { headers } = await aside.inject('/');
  await aside.close();
  const { date: _date, connection: _connection, ...set } = headers;
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(set)) others[name] = String(value);
  return { ...others, 'content-security-policy': String(set['content-security-policy']) };
}
