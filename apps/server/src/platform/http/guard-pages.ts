// Serves the built guards' app at /guard/, the same for every tenant (FIELD-01).
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { tenantSlugPattern } from '@watchpost/domain/patterns';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Serves nothing from a folder without index.html. */
export async function registerGuardPages(app: FastifyInstance, folder: string): Promise<void> {
  const indexFile = path.join(folder, 'index.html');
  if (!fs.existsSync(indexFile)) return;
  const index = fs.readFileSync(indexFile, 'utf8');
  // In a scope of its own: the console's files are another folder of the same plugin.
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      prefix: '/guard/assets/',
      index: false,
      decorateReply: false,
      preCompressed: true,
      // Names carry a hash of the content.
      immutable: true,
      maxAge: '365d',
    });
  });
  // Whatever is not found by its content is asked for each time, so that an update reaches every phone.
  const files = fs.readdirSync(folder).filter((name) => /\.(?:js|png|webmanifest)$/.test(name));
  for (const name of files) {
    const type = typeOf(name);
    const bytes = fs.readFileSync(path.join(folder, name));
    const fileFor = name.endsWith('.webmanifest') ? startingAt(bytes) : () => bytes;
    app.get(`/guard/${name}`, async ({ query }, reply) =>
      reply.type(type).header('Cache-Control', 'no-cache').send(fileFor(query)),
    );
  }
  const page = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(index);
  app.get('/guard/', async (_request, reply) => page(reply));
  app.get('/guard/index.html', async (_request, reply) => page(reply));
  app.get('/guard', async (request, reply) => {
    const [, search = ''] = request.url.split(/\?(.*)/s);
    return reply.redirect(`/guard/${search === '' ? '' : `?${search}`}`, 308);
  });
}

function typeOf(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript; charset=utf-8';
  return name.endsWith('.png') ? 'image/png' : 'application/manifest+json';
}

/** What is put on the home screen opens for the company of the page that it was put there from: an iPhone's has a memory of its own. */
function startingAt(bytes: Buffer): (query: unknown) => Buffer | string {
  const manifest = JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>;
  return (query) => {
    const company = typeof query === 'object' && query !== null && 'company' in query ? query.company : '';
    if (typeof company !== 'string' || !tenantSlugPattern.test(company)) return bytes;
    return JSON.stringify({ ...manifest, start_url: `/guard/?company=${company}` });
  };
}
