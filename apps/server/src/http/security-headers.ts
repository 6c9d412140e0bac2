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

export async function setSecurityHeaders(app: FastifyInstance): Promise<void> {
  const headers = {
    ...(await workOut()),
    'permissions-policy': policyOf('camera=()'),
  };
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
  `${camera}, microphone=(), geolocation=(self), payment=(), usb=(), serial=(), bluetooth=(), display-capture=(), browsing-topics=()`;

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
