// Serves the page of screens at checkpoints at /display/, the same for every tenant (FIELD-03).
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const types = [
  ['display.html', 'text/html; charset=utf-8'],
  ['display.css', 'text/css; charset=utf-8'],
  ['display.js', 'text/javascript; charset=utf-8'],
] as const;

/** Serves nothing from a folder without the page. */
export function registerDisplayPages(app: FastifyInstance, folder: string): void {
  if (!fs.existsSync(path.join(folder, 'display.html'))) return;
  for (const [name, type] of types) {
    const bytes = fs.readFileSync(path.join(folder, name));
    app.get(name === 'display.html' ? '/display/' : `/display/${name}`, async (_request, reply) =>
      reply.type(type).header('Cache-Control', 'no-cache').send(bytes),
    );
  }
  app.get('/display', async (request, reply) => {
    const [, search = ''] = request.url.split(/\?(.*)/s);
    return reply.redirect(`/display/${search === '' ? '' : `?${search}`}`, 308);
  });
}
