// Mounts endpoints: parse -> session -> access -> handler -> reply. Nothing reaches a handler unchecked.
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTimeZone } from '@watchpost/domain/time-zone';
import { tenantSlugPattern } from '@watchpost/domain/patterns';
import { defaultLanguage } from '@watchpost/domain/limits';
import type { Schema } from '@watchpost/contract/endpoint';
import { settingsVersionHeader, zoneUsedHeader } from '@watchpost/contract/session';
import * as z from 'zod/mini';
import { AccountLimits, type AccountLimitSettings, isExport } from '../access/account-limits.ts';
import { authenticate } from '../access/authenticate.ts';
import type { ConsoleCaller, FieldCaller, Tenant } from '../access/caller.ts';
import type { TenantLookup } from '../access/tenants.ts';
import { findCompanyZone } from '../branding/company-zone.queries.ts';
import type { Database, Db } from '../db/database.ts';
import { Admission } from './admission.ts';
import { AppError, InvalidInput } from './app-error.ts';
import { isEventStream, sendEvents } from './event-stream.ts';
import { FilesAtOnce } from './files-at-once.ts';
import { hasHead, routeUrl } from './other-methods.ts';
import { replyWriter } from './reply-schema.ts';
import { type Context, type FilePart, type FileReply, isFileReply, type Route } from './route.ts';
import { readUpload, takeUploads, uploadBytesOf } from './uploads.ts';

/** How often it is asked again who reads. */
const askEveryMs = 1_000;

/**
 * The same pieces, while `ask` answers with a caller of the same sites. It throws otherwise, so that the connection breaks off and
 * no one takes the file for a whole one.
 */
async function* whilePermitted<Piece>(
  pieces: AsyncIterable<Piece>,
  { scope: { siteId } }: ConsoleCaller,
  ask: () => Promise<ConsoleCaller | FieldCaller | null>,
): AsyncGenerator<Piece> {
  let askedAtMs = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - askedAtMs >= askEveryMs) {
      const now = await ask();
      if (now?.kind !== 'console' || now.scope.siteId !== siteId) throw new AppError('notPermitted');
      askedAtMs = performance.now();
    }
    yield piece;
  }
}

/** Far more than a button sends. */
const formMaxBytes = 2_000;

/** Calls `register` with an app whose routes take URL-encoded forms beside JSON. */
async function takeForms(app: FastifyInstance, register: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formMaxBytes },
      async (_request: unknown, body: unknown) =>
        typeof body === 'string' && body !== '' ? Object.fromEntries(new URLSearchParams(body)) : undefined,
    );
    register(scope);
  });
}

export interface Registrar {
  readonly database: Database;
  readonly findTenant: TenantLookup;
  /** None when it is left out. */
  readonly accountLimits?: AccountLimitSettings;
}

/** Requests that are worked on or wait for a connection to the database, and bytes of files on their way into memory. */
const requestsAtOnce = 300;
const uploadBytesAtOnce = 80_000_000;

interface Mounting extends Registrar {
  readonly limits: AccountLimits | null;
  readonly closing: AbortSignal;
  readonly files: FilesAtOnce;
  readonly admit: Admission;
  readonly admitUploads: Admission;
}

export async function registerRoutes(
  app: FastifyInstance,
  registrar: Registrar,
  routes: readonly Route[],
): Promise<void> {
  const closing = new AbortController();
  // Every open stream listens, until it ends.
  setMaxListeners(0, closing.signal);
  app.addHook('preClose', async () => closing.abort());
  const mounting: Mounting = {
    ...registrar,
    closing: closing.signal,
    files: new FilesAtOnce(),
    limits: registrar.accountLimits === undefined ? null : new AccountLimits(registrar.accountLimits),
    admit: new Admission(requestsAtOnce),
    admitUploads: new Admission(uploadBytesAtOnce),
  };
  const isUpload = ({ endpoint }: Route) => endpoint.upload === true;
  const isForm = ({ endpoint }: Route) => endpoint.form === true;
  await takeUploads(app, (scope) => {
    for (const each of routes.filter(isUpload)) registerRoute(scope, mounting, each);
  });
  await takeForms(app, (scope) => {
    for (const each of routes.filter(isForm)) registerRoute(scope, mounting, each);
  });
  const isPlain = (each: Route) => !isUpload(each) && !isForm(each);
  for (const each of routes.filter(isPlain)) registerRoute(app, mounting, each);
}

function registerRoute(app: FastifyInstance, mounting: Mounting, route: Route): void {
  const { endpoint } = route;
  const written = writerOf(endpoint);
  const { admit, admitUploads } = mounting;
  app.route({
    method: endpoint.method,
    url: routeUrl(endpoint.path),
    config: { evenWithoutRoom: endpoint.evenWithoutRoom === true },
    exposeHeadRoute: hasHead(endpoint),
    // Before anything of a body is read.
    onRequest: async () => {
      if (endpoint.upload !== true) admit.requireSlot();
    },
    handler: async (request, reply) => {
      refuseOtherSites(endpoint, request);
      const work = () => resultOf(mounting, route, request, reply);
      const result = await (endpoint.upload === true
        ? admitUploads.while(work, uploadBytesOf(request))
        : admit.while(work));
      if (isEventStream(result)) return sendEvents(reply, result);
      void reply.header('Cache-Control', 'no-store');
      if (!isFileReply(result)) return written(reply, result);
      return sendFile(
        reply,
        isExport(endpoint) ? whenSlotFree(mounting.files, request, reply, result) : result,
      );
    },
  });
}

async function resultOf(
  { database, findTenant, closing, limits }: Mounting,
  { endpoint, handle, readsReplica }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const tenant = await tenantOf(findTenant, request);
  const caller = await authenticate(database, tenant, endpoint.access, request);
  if (caller?.kind === 'console') {
    setSettingsVersion(reply, caller.settingsVersion);
    await limits?.count(caller, endpoint);
  }
  const { tenant: _slug, ...params } = request.params as Record<string, string>;
  const db = database.forTenant(tenant.id);
  const context: Context<typeof endpoint> = {
    tenant,
    // authenticate() resolved this endpoint's own access.
    caller: (readsReplica ? await readingAnywhere(database, caller) : caller) as never,
    db,
    params: parse(endpoint.params, params),
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body ?? {}),
    timeZone: await timeZoneOf(request, reply, { db, tenantId: tenant.id }),
    language: request.headers['accept-language']?.split(/[,;]/)[0]?.trim() || defaultLanguage,
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    isSecure: request.protocol === 'https',
    origin: `${request.protocol}://${request.host}`,
    log: request.log,
    // Made when it is asked for: most handlers have answered before anybody could leave.
    get signal() {
      return request.signal;
    },
    closing,
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    readFile: (maxBytes) => readUpload(request, maxBytes),
    setHeader: (name, value) => void reply.header(name, value),
  };
  const result = await handle(context);
  if (caller?.kind !== 'console' || !isExport(endpoint) || !isFileReply(result)) return result;
  const ask = () => authenticate(database, tenant, endpoint.access, request);
  return { ...result, chunks: whilePermitted(result.chunks, caller, ask) };
}

/**
 * Writes replies as the endpoint's schema says. The serialiser is compiled for the first of them: those of all endpoints
 * together take a tenth of the start and of the memory, and most are not asked for.
 */
function writerOf({ reply: schema }: Route['endpoint']): (reply: FastifyReply, result: unknown) => string {
  let made: ReturnType<typeof replyWriter> | undefined;
  return (reply, result) => {
    void reply.type('application/json; charset=utf-8');
    made ??= replyWriter(schema);
    return made(result); // route() saw to it that it is what the schema says
  };
}

/**
 * Browsers themselves tell where a request comes from. This stands before the cross-site token and the cookies' SameSite,
 * and is all that there is before a session. Buttons of mailed pages prove themselves by what is in their address.
 */
function refuseOtherSites({ method, form }: Route['endpoint'], request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (method === 'GET' || form === true || site === undefined) return;
  if (site !== 'same-origin' && site !== 'none') throw new AppError('crossSiteToken');
}

/** Who asks was looked up at the primary; what they read may be a replica's from here on. */
async function readingAnywhere(
  database: Database,
  caller: ConsoleCaller | FieldCaller | null,
): Promise<typeof caller> {
  if (caller?.kind !== 'console') return caller;
  const db = await database.readerOf(caller.scope.tenantId);
  return { ...caller, scope: { ...caller.scope, db } };
}

function setSettingsVersion(reply: FastifyReply, version: number): void {
  void reply.header(settingsVersionHeader, String(version));
}

async function tenantOf(findTenant: TenantLookup, request: FastifyRequest): Promise<Tenant> {
  const { tenant: slug = '' } = request.params as { tenant?: string };
  const tenant = tenantSlugPattern.test(slug) ? await findTenant(slug) : null;
  if (tenant === null) throw new AppError('notFound');
  return tenant;
}

/**
 * The zone that the caller's browser names. A name that is none, or newer than this server, is no fault of who asks: the
 * company's zone is gone by, and named in the reply.
 */
async function timeZoneOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, tenantId }: { readonly db: Db; readonly tenantId: string },
): Promise<string> {
  const named = request.headers['timezone'];
  if (named === undefined) return 'UTC';
  if (typeof named === 'string' && isTimeZone(named)) return named;
  const zone = await findCompanyZone(db, tenantId);
  void reply.header(zoneUsedHeader, zone);
  return zone;
}

/** Output of a schema; throws InvalidInput with the first message of each field. */
function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  // A map, because a field may be called constructor or __proto__.
  const fields = new Map<string, string>();
  const add = (field: string, message: string) => fields.has(field) || fields.set(field, message);
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add(key, 'This is not known here. Leave it out.');
    } else add(issue.path.map(String).join('.') || 'body', issue.message);
  }
  throw new InvalidInput(Object.fromEntries(fields));
}

/** Whatever is in a file, opened by itself it may run and load nothing. */
const savedPolicy = "default-src 'none'; sandbox";
/** A mail brings its styles and its pictures along; links open beside the console. */
const framedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** A page of ours without scripts, whose forms come back to us; its styles are those that we wrote into it. */
const pagePolicy = (styles: string) =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

function sendPage(reply: FastifyReply, file: FileReply, page: NonNullable<FileReply['page']>): FastifyReply {
  return reply
    .code(page.status)
    .type(file.mediaType)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', pagePolicy(page.styles))
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex')
    .send(Readable.from(file.chunks, { objectMode: false }));
}

/** One of the files that the asker has open, until the connection has it or ends. */
function whenSlotFree(
  files: FilesAtOnce,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileReply,
): FileReply {
  const release = files.enter(request.asker ?? request.ip);
  // Also where the caller left before the first piece was asked for.
  reply.raw.once('close', release);
  return { ...file, chunks: files.whenSlotFree(file.chunks, release) };
}

/** Headers of a file that is read in parts (RFC 9110, 14). */
function describePart(reply: FastifyReply, { first, last, size, isRange, etag }: FilePart): void {
  void reply.headers({ 'Accept-Ranges': 'bytes', 'Content-Length': last - first + 1, ETag: etag });
  if (isRange) void reply.code(206).header('Content-Range', `bytes ${first}-${last}/${size}`);
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  if (file.page !== undefined) return sendPage(reply, file, file.page);
  if (file.part !== undefined) describePart(reply, file.part);
  if (file.cachedSeconds !== undefined)
    void reply.header('Cache-Control', `private, max-age=${file.cachedSeconds}`);
  const ascii = file.fileName.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(file.fileName);
  return reply
    .type(file.mediaType)
    .header(
      'Content-Disposition',
      `${file.isFramed === true ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    )
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', file.isFramed === true ? framedPolicy : savedPolicy)
    .send(Readable.from(file.chunks, { objectMode: false }));
}
