import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { serverSecret } from '../platform/access/server-secret.ts';
import { consoleFolder } from '../env.ts';
import { type AppDependencies, buildApp } from '../app.ts';
import type { Database } from '../platform/db/database.ts';
import { type MadeTenant, testPassword } from './factories.ts';
import { atFileEnd } from './file-end.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';
import { testFiles } from './test-files.ts';
import { testSealing } from './test-sealing.ts';

/** Of every application that tests build. */
export const testSecret = serverSecret('for tests only');

export interface TestApp extends TestDatabase {
  readonly app: FastifyInstance;
}

/** The real application on a database of the caller's; `more` stands above what testApp() takes. */
export async function buildTestApp(
  database: Database,
  more: Partial<AppDependencies> = {},
): Promise<FastifyInstance> {
  return buildApp({
    database,
    logger: false,
    trustProxy: 0,
    consoleFolder: consoleFolder(),
    defaultTenant: 'demo',
    isDemo: true,
    mailWay: 'outbox',
    providerReach: 'private',
    files: testFiles(),
    secret: testSecret,
    sealing: testSealing(),
    ...more,
  });
}

/** The real application on a database of its own, driven in process. */
export async function testApp(more: Partial<AppDependencies> = {}): Promise<TestApp> {
  const made = await testDatabase();
  const app = await buildTestApp(made.database, more);
  atFileEnd(() => app.close());
  await app.ready();
  return { ...made, app };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends requests as somebody; `path` is below /api/{tenant}. */
export type Caller = (
  method: Method,
  path: string,
  options?: {
    body?: unknown;
    /** Sent as it stands, in place of a body. */
    payload?: Buffer;
    headers?: Record<string, string>;
    query?: Record<string, string>;
  },
) => Promise<LightMyRequestResponse>;

/** A caller without a session. */
export function anyone(
  app: FastifyInstance,
  tenant: MadeTenant,
  headers: Record<string, string> = {},
): Caller {
  return (method, path, options = {}) => {
    const request: InjectOptions = {
      method,
      url: `/api/${tenant.slug}${path}`,
      headers: { ...headers, ...options.headers },
    };
    if (options.query !== undefined) request.query = options.query;
    if (options.payload !== undefined) request.payload = options.payload;
    if (options.body !== undefined) {
      request.payload = JSON.stringify(options.body);
      request.headers = { 'content-type': 'application/json', ...request.headers };
    }
    return app.inject(request);
  };
}

/** A console user signed in through the real endpoint, with the browser's cookies. */
export async function signedIn(
  app: FastifyInstance,
  tenant: MadeTenant,
  email: string,
  headers: Record<string, string> = {},
): Promise<Caller> {
  const reply = await anyone(app, tenant, headers)('POST', '/user-signin', {
    body: { username: email, password: testPassword },
  });
  if (reply.statusCode !== 200) throw new Error(`sign-in answered ${reply.statusCode}: ${reply.body}`);
  const cookies = new Map(reply.cookies.map((cookie) => [cookie.name, cookie.value]));
  return anyone(app, tenant, {
    ...headers,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  });
}

/** A guard's device signed in through the real field API. */
export async function fieldDevice(
  app: FastifyInstance,
  tenant: MadeTenant,
  employeeId: string,
  deviceId: string = randomUUID(),
): Promise<Caller> {
  const reply = await anyone(app, tenant)('POST', '/field/signin', {
    body: { employeeId, secret: testPassword, deviceId },
  });
  if (reply.statusCode !== 200) throw new Error(`field sign-in answered ${reply.statusCode}: ${reply.body}`);
  return anyone(app, tenant, { authorization: `Bearer ${reply.json().accessToken}` });
}
