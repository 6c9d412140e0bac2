// The API's description, for programs at /api/openapi.json and for people at /api/docs.
import { escapedHtml } from './escaped-html.ts';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { openApiDocument, type OpenApiDocument, type OpenApiOperation } from './openapi.ts';
import type { JsonSchema } from './openapi-components.ts';

export function registerApiPages(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  // Made when somebody first asks, which is seldom: they are larger than all other texts of the server together.
  let json: Buffer | undefined;
  let html: Buffer | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    json ??= Buffer.from(JSON.stringify(openApiDocument(endpoints)));
    return reply.type('application/json; charset=utf-8').send(json);
  });
  app.get('/api/docs', async (_request, reply) => {
    html ??= Buffer.from(docsPage(openApiDocument(endpoints)));
    return reply.type('text/html; charset=utf-8').send(html);
  });
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
}

function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const links = operations.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation.operationId}"><b>${method}</b> ${escapedHtml(path)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Watchpost API</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><nav aria-label="Endpoints"><h1>Watchpost API</h1><p><a href="/api/openapi.json">OpenAPI ${document.openapi} document</a></p>
<ul>${links.join('')}</ul></nav>
<main><p>${escapedHtml(document.info.description)}</p>${operations.map(sectionOf).join('')}
${named('Parameters', 'parameters', document)}${named('Failures', 'responses', document)}${named('Schemas', 'schemas', document)}</main></body></html>`;
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

function sectionOf({ path, method, operation }: Operation): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const { 200: done, ...failures } = responses;
  return `<section id="${operationId}"><h2><b>${method}</b> <code>${escapedHtml(path)}</code></h2>
<p>${escapedHtml(summary)}</p><p>Access: <code>${escapedHtml(operation['x-access'])}</code></p>
${block('Parameters', parameters)}${requestBody === undefined ? '' : block('Body', requestBody)}
${block('200 Done', done?.['content'])}<p>Fails with ${Object.entries(failures).map(failureLink).join(', ')}.</p></section>`;
}

const failureLink = ([status, { $ref }]: readonly [string, JsonSchema]): string =>
  `<a href="${anchorOf(String($ref))}">${status}</a>`;

type Part = 'parameters' | 'responses' | 'schemas';

/** What others refer to, each below a place of its own. */
function named(title: string, part: Part, { components }: OpenApiDocument): string {
  const entries = Object.entries(components[part]).map(
    ([name, value]) => `<div id="${part}-${name}">${block(name, value)}</div>`,
  );
  return `<section><h2>${title}</h2>${entries.join('')}</section>`;
}

const anchorOf = (ref: string): string => `#${ref.split('/').slice(-2).join('-')}`;

/** JSON in which references are links. */
const linked = (json: string): string =>
  escapedHtml(json).replaceAll(/#\/components\/\w+\/\w+/g, (ref) => `<a href="${anchorOf(ref)}">${ref}</a>`);

function block(title: string, value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return `<details><summary>${escapedHtml(title)}</summary><pre tabindex="0">${linked(json)}</pre></details>`;
}

const styles = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --line: #8884; --accent: light-dark(#0f6f6a, #5ecfc6); }
body { margin: 0; display: grid; grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); }
nav { padding: 24px; border-inline-end: 1px solid var(--line); position: sticky; top: 0; height: 100vh; overflow: auto; box-sizing: border-box; }
nav h1 { font-size: 20px; margin: 0; } nav ul { list-style: none; padding: 0; } nav li { margin: 8px 0; overflow-wrap: anywhere; font-size: 13px; }
a { color: var(--accent); } main { padding: 24px 40px; max-width: 60rem; }
section { border-top: 1px solid var(--line); padding: 16px 0; } h2 { font-size: 16px; font-weight: 400; overflow-wrap: anywhere; }
details { margin: 8px 0; } summary { cursor: pointer; } pre { overflow: auto; max-height: 28rem; padding: 12px; border: 1px solid var(--line); border-radius: 6px; font-size: 12px; }
@media (max-width: 760px) { body { display: block; } nav { position: static; height: auto; border: 0; } main { padding: 16px; } }
`;
