// Serves the page of screens at checkpoints at /display/, the same for every tenant (FIELD-03).
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const files = [
  ['', 'display.html', 'text/html; charset=utf-8'],
  ['display.css', 'display.css', 'text/css; charset=utf-8'],
  ['display.js', 'display.js', 'text/javascript; charset=utf-8'],
  // Keeps the three above: what is below its own address.
  ['sw.js', 'display.sw.js', 'text/javascript; charset=utf-8'],
] as const;

/** Serves nothing from a folder without the page. */
export function registerDisplayPages(app: FastifyInstance, folder: string): void {
  if (!fs.existsSync(path.join(folder, 'display.html'))) return;
  for (const [address, name, type] of files) {
    const bytes = fs.readFileSync(path.join(folder, name));
    app.get(`/display/${address}`, async (_request, reply) =>
      reply.type(type).header('Cache-Control', 'no-cache').send(bytes),
    );
  }
  app.get('/display', async (request, reply) => {
    const [, search = ''] = request.url.split(/\?(.*)/s);
    return reply.redirect(`/display/${search === '' ? '' : `?${search}`}`, 308);
  });
}
