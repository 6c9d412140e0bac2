import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { consoleFolder } from '../../env.ts';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { anyone, type Caller, testSecret } from '../../testing/test-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { testFiles } from '../../testing/test-files.ts';
import { loggable } from './request-log.ts';
import { testSealing } from '../../testing/test-sealing.ts';

let store: TestDatabase;
let app: FastifyInstance;
let tenant: MadeTenant;
let lines: { level: number; reqId?: string }[] = [];

const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()));
    done();
  },
});

beforeAll(async () => {
  store = await testDatabase();
  const folders = { consoleFolder: consoleFolder(), defaultTenant: 'demo' };
  const logger = { level: 'debug', stream };
  app = await buildApp({
    database: store.database,
    logger,
    trustProxy: 0,
    isDemo: false,
    mailWay: 'outbox',
    secret: testSecret,
    files: testFiles(),
    sealing: testSealing(),
    ...folders,
  });
  tenant = await makeTenant(store.owner);
});
afterAll(() => app.close());
beforeEach(() => {
  lines = [];
});

const caller = (): Caller => anyone(app, tenant, { 'user-agent': 'Special-Agent/1' });
const levels = { debug: 20, warn: 40, error: 50 };

describe('the log of requests', () => {
  it('has one line a request, at debug, with neither persons nor values', async () => {
    const { email } = await makeUser(store.owner, tenant);
    const query = { searchText: 'Meera', from: '2026-06-15' };
    const replies = [
      await caller()('POST', '/user-signin', { body: { username: email, password: testPassword } }),
      await caller()('POST', '/user-signin', { body: { username: email, password: 'Wrong-pass-1' } }),
      await caller()('GET', '/secure/scanned-checkpoints', { query }),
      await caller()('GET', '/nothing/of/Meera'),
      await app.inject({ url: `/api/${tenant.slug}/secure/%zz?searchText=Meera` }),
    ];
    expect(lines.map((line) => [line.level, line.reqId])).toEqual(
      replies.map((reply) => [levels.debug, reply.headers['x-request-id']]),
    );
    const text = JSON.stringify(lines);
    for (const secret of [
      email,
      testPassword,
      'Wrong-pass-1',
      'Meera',
      '2026-06-15',
      'Special-Agent',
      '127.0.0.1',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(lines[2]).toMatchObject({
      method: 'GET',
      route: '/api/:tenant/secure/scanned-checkpoints',
      status: 401,
      ms: expect.any(Number),
    });
  });

  it('tells at warn of what may be an attempt at something: which rule, which address, whose request, no name', async () => {
    const siteId = await makeSite(store.owner, tenant);
    const { id, email } = await makeUser(store.owner, tenant, { siteId });
    const { accessToken } = (
      await caller()('POST', '/user-signin', {
        body: { username: email, password: testPassword, wantsToken: true },
      })
    ).json();
    lines = [];
    const headers = { authorization: `Bearer ${accessToken}` };
    const refused = await caller()('GET', '/secure/audit-log', { headers });
    const foreign = await caller()('POST', '/user-signin', {
      body: { username: email, password: testPassword },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([refused.statusCode, foreign.statusCode]).toEqual([403, 403]);
    const warned = lines.filter(({ level }) => level === levels.warn);
    const event = { time: expect.any(Number), tenant: tenant.slug, msg: 'security event' };
    expect(warned).toMatchObject([
      { ...event, code: 'notPermitted', method: 'GET', route: '/api/:tenant/secure/audit-log', asker: id },
      { ...event, code: 'crossSiteToken', method: 'POST', route: '/api/:tenant/user-signin', asker: null },
    ]);
    expect(warned[0]?.reqId).toBe(refused.headers['x-request-id']);
    expect(JSON.stringify(warned)).not.toContain(email);
  });

  it('tells of a bug at error under the id that the caller sees, and the caller nothing of it', async () => {
    const { email } = await makeUser(store.owner, tenant);
    await store.owner.executeQuery(CompiledQuery.raw('ALTER TABLE tenant_config RENAME TO hidden'));
    const reply = await caller()('POST', '/user-signin', {
      body: { username: email, password: testPassword },
    });
    await store.owner.executeQuery(CompiledQuery.raw('ALTER TABLE hidden RENAME TO tenant_config'));
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([500, 'internal']);
    expect(reply.body).not.toContain('tenant_config');
    const warned = lines.filter((line) => line.level === levels.error);
    expect(warned).toEqual([
      expect.objectContaining({
        reqId: reply.json().requestId,
        err: expect.objectContaining({ message: expect.stringContaining('tenant_config') }),
      }),
    ]);
  });

  it('leaves out the values of a row that the database refused', async () => {
    const { email } = await makeUser(store.owner, tenant);
    const refused = await makeUser(store.owner, tenant, { email }).catch((error: unknown) => error);
    expect(JSON.stringify(refused)).toContain(email);
    expect(loggable(refused)).toMatchObject({
      code: '23505',
      message: expect.stringContaining('users_by_email'),
    });
    expect(JSON.stringify(loggable(refused))).not.toContain(email);
  });
});
