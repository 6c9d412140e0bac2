// Serves the built console at / for the default tenant and at /{tenant}/ for every tenant.
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Tenant } from '../access/caller.ts';
import type { TenantLookup } from '../access/tenants.ts';
import { tenantSlugPattern } from '@watchpost/domain/patterns';
import { AppError } from './app-error.ts';

export interface ConsoleFiles {
  /** Folder of the built console; one without index.html serves nothing. */
  readonly folder: string;
  readonly defaultTenant: string;
  readonly findTenant: TenantLookup;
}

const tenantMark = /(<meta name="watchpost-tenant" content=")[^"]*(")/;

export async function registerConsole(app: FastifyInstance, files: ConsoleFiles): Promise<void> {
  const indexFile = path.join(files.folder, 'index.html');
  if (!fs.existsSync(indexFile)) return;
  await registerAssets(app, files);
  const index = fs.readFileSync(indexFile, 'utf8');
  const sendPage = (reply: FastifyReply, slug: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(index.replace(tenantMark, `$1${slug}$2`));

  app.get('/', async (_request, reply) => sendPage(reply, files.defaultTenant));
  app.get<OfTenant>('/:tenant', async ({ params }, reply) => {
    const { slug } = await tenantOf(params.tenant, files);
    return reply.redirect(`/${slug}/`, 308);
  });
  app.get<OfTenant>('/:tenant/', async ({ params }, reply) => {
    const { slug } = await tenantOf(params.tenant, files);
    return sendPage(reply, slug);
  });
  // Where a sign-in provider sends browsers back to. What it sent goes on below the hash, where no log and no Referer
  // finds it, to the page that began the sign-in.
  app.get<OfTenant>('/:tenant/sign-in-callback', async ({ params, url }, reply) => {
    const { slug } = await tenantOf(params.tenant, files);
    const [, sent = ''] = url.split(/\?(.*)/s);
    const home = slug === files.defaultTenant ? '/' : `/${slug}/`;
    return reply
      .header('Cache-Control', 'no-store')
      .redirect(`${home}#/signin?${new URLSearchParams({ provider: sent }).toString()}`, 302);
  });
}

interface OfTenant {
  readonly Params: { readonly tenant: string };
}

async function tenantOf(slug: string, { findTenant }: ConsoleFiles): Promise<Tenant> {
  const tenant = tenantSlugPattern.test(slug) ? await findTenant(slug) : null;
  if (tenant === null) throw new AppError('notFound');
  return tenant;
}

/** What the pages load. */
async function registerAssets(app: FastifyInstance, { folder }: ConsoleFiles): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    // Names carry a hash of the content.
    immutable: true,
    maxAge: '365d',
  });
  // Beside the pages, since a worker may show notices only for addresses below its own.
  const sendFresh = (reply: FastifyReply, name: string) =>
    reply.sendFile(name, folder, { cacheControl: false }).header('Cache-Control', 'no-cache');
  for (const name of ['sw.js', 'notification-icon.png']) {
    app.get(`/${name}`, async (_request, reply) => sendFresh(reply, name));
  }
  // Of each tenant's own: a console that was put on a home screen opens where its files lie.
  for (const name of ['console.webmanifest', 'app-icon.png']) {
    app.get(`/${name}`, async (_request, reply) => sendFresh(reply, name));
    app.get(`/:tenant/${name}`, async (_request, reply) => sendFresh(reply, name));
  }
  // The build's addresses are relative to the page, which may lie one level down.
  app.get<{ Params: { '*': string } }>('/:tenant/assets/*', async (request, reply) =>
    reply.sendFile(request.params['*'], path.join(folder, 'assets')),
  );
}
