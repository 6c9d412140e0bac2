import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getUserMetadata, signIn, signOut } from '@watchpost/contract/session';
import { getScannedCheckpoints, listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import type { HttpSettings } from './http.ts';
import { createRest } from './rest.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
}

let seen: Seen;
let answer: { status: number; body: string; headers?: Record<string, string> };
let events: string[];
let isSignedIn: boolean;
let base = '';

const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { method, url, headers } = request;
    seen = { method, url, headers, body };
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(answer.body);
  });
});

const settings: HttpSettings = {
  baseUrl: () => base,
  language: () => 'mr',
  timeZone: () => 'Asia/Kolkata',
  isSignedIn: () => isSignedIn,
  crossSiteToken: () => (isSignedIn ? 'cross-site' : undefined),
  textOf: ({ message }) => message,
  unreachableMessage: () => 'unreachable',
  unreadableMessage: (status) => `status ${status}`,
  onSessionEnded: (error) => events.push(`session ended: ${error.message}`),
  onAuthorizeFailure: () => events.push('authorize failure'),
  onAnswer: () => {},
  onGeneralError: (error) => events.push(`general error: ${error.message}`),
};
const api = createApiClient(settings);
const rest = createRest(settings);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/demo`;
});
afterAll(() => server.close());
beforeEach(() => {
  answer = { status: 200, body: '{}' };
  events = [];
  isSignedIn = true;
});

const general = (code: string, message: string) =>
  JSON.stringify({ general: [{ code, message }], requestId: 'r1' });
const failureOf = (pending: Promise<unknown>): Promise<ApiError> =>
  pending.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error as ApiError,
  );

describe('call', () => {
  it('[API-01] goes below /api/{tenant} with language, JSON, and when signed in zone and cross-site token', async () => {
    await api.call(getUserMetadata);
    expect(seen.method).toBe('GET');
    expect(seen.url).toBe('/api/demo/secure/user-metadata');
    expect(seen.headers).toMatchObject({
      'accept-language': 'mr',
      'content-type': 'application/json',
      accept: 'application/json',
      timezone: 'Asia/Kolkata',
      'x-xsrf-token': 'cross-site',
    });
  });

  it('[API-01] says neither zone nor token before sign-in', async () => {
    isSignedIn = false;
    await api.call(signIn, { body: { username: 'a@b.in', password: 'x'.repeat(8) } });
    expect(seen.headers).not.toHaveProperty('timezone');
    expect(seen.headers).not.toHaveProperty('x-xsrf-token');
    expect(JSON.parse(seen.body)).toEqual({ username: 'a@b.in', password: 'xxxxxxxx' });
  });

  it('writes parameters and query as text and leaves out what is undefined', async () => {
    await api.call(getScannedCheckpoints, { params: { roundId: 'a/b c' } });
    expect(seen.url).toBe('/api/demo/secure/scanned-checkpoints/a%2Fb%20c');
    await api.call(listScannedCheckpoints, {
      query: { offset: 30, limit: 30, site: undefined, searchText: 'a&b' },
    });
    expect(seen.url).toBe('/api/demo/secure/scanned-checkpoints?offset=30&limit=30&searchText=a%26b');
  });

  it('[API-04] 400 is a map of fields, whose first message is the message', async () => {
    answer = { status: 400, body: JSON.stringify({ from: [{ code: 'invalid', message: 'Not a date.' }] }) };
    const error = await failureOf(api.call(listScannedCheckpoints));
    expect(error).toMatchObject({ status: 400, message: 'Not a date.', general: [] });
    expect(error.fields).toEqual({ from: [{ code: 'invalid', message: 'Not a date.' }] });
    expect(events).toEqual([]);
  });

  it.each([
    [403, 'notPermitted'],
    [500, 'internal'],
  ])('[API-05] %i passes the full error on', async (status, code) => {
    answer = { status, body: general(code, 'Why.') };
    expect(await failureOf(api.call(getUserMetadata))).toMatchObject({
      status,
      code,
      message: 'Why.',
      requestId: 'r1',
    });
    expect(events).toEqual([]);
  });

  it('[API-05] 401 on a normal call ends the session, saying why', async () => {
    answer = { status: 401, body: general('sessionEnded', 'Your session has ended.') };
    await failureOf(api.call(signOut));
    expect(events).toEqual(['session ended: Your session has ended.']);
  });

  it('[SIGN-05] 401 on sign-in is an answer, not the end of a session', async () => {
    answer = { status: 401, body: general('signInFailed', 'Invalid email and password') };
    const error = await failureOf(api.call(signIn, { body: { username: 'a@b.in', password: 'wrong-one' } }));
    expect(error.message).toBe('Invalid email and password');
    expect(events).toEqual([]);
  });

  it.each([404, 409, 422, 429, 503])('[API-05] %i shows a general error', async (status) => {
    answer = { status, body: general('x', 'What now.') };
    await failureOf(api.call(getUserMetadata));
    expect(events).toEqual(['general error: What now.']);
  });

  it('[API-05] a caller that explains failures itself keeps them from being said twice', async () => {
    answer = { status: 503, body: general('unavailable', 'Later.') };
    await failureOf(api.call(getUserMetadata, { explainedBy: 'caller' }));
    expect(events).toEqual([]);
  });

  it('explains a failure whose body is not ours, e.g. a proxy page', async () => {
    answer = { status: 502, body: '<html>Bad gateway</html>' };
    expect((await failureOf(api.call(getUserMetadata))).message).toBe('status 502');
    answer = { status: 500, body: '[1, {"general": 5}]' };
    expect((await failureOf(api.call(getUserMetadata))).message).toBe('status 500');
  });

  it('says when no one answers, and keeps quiet when the caller gave up', async () => {
    const unreachable = createApiClient({ ...settings, baseUrl: () => 'http://127.0.0.1:9/api/demo' });
    expect(await failureOf(unreachable.call(getUserMetadata))).toMatchObject({
      status: 0,
      message: 'unreachable',
    });
    expect(events).toEqual(['general error: unreachable']);
    events = [];
    const error = await failureOf(api.call(getUserMetadata, { signal: AbortSignal.abort() }));
    expect(error.name).toBe('AbortError');
    expect(events).toEqual([]);
  });
});

describe('rest helpers', () => {
  it('[API-06] GET, POST, PUT, DELETE, PATCH, HEAD and OPTIONS', async () => {
    answer = { status: 200, body: '{"ok":true}', headers: { Allow: 'GET, HEAD', 'X-Total': '7' } };
    expect(await rest.get('/things', { query: { page: 2, site: undefined } })).toEqual({ ok: true });
    expect([seen.method, seen.url]).toEqual(['GET', '/api/demo/things?page=2']);
    const withBody = { post: rest.post, put: rest.put, patch: rest.patch };
    for (const [name, send] of Object.entries(withBody)) {
      await send('/things', { a: 1 });
      expect([seen.method, seen.body]).toEqual([name.toUpperCase(), '{"a":1}']);
    }
    await rest.delete('/things/1');
    expect([seen.method, seen.url]).toEqual(['DELETE', '/api/demo/things/1']);
    expect((await rest.head('/things')).get('X-Total')).toBe('7');
    expect(seen.method).toBe('HEAD');
    expect(await rest.options('/things')).toEqual(['GET', 'HEAD']);
    expect(seen.method).toBe('OPTIONS');
    answer = { status: 200, body: '' };
    expect(await rest.get('/nothing')).toBeUndefined();
  });

  it('[API-06] GET and POST with a bearer key of their own', async () => {
    isSignedIn = false;
    await rest.getWithBearer('/things', 'key-1');
    expect(seen.headers).toMatchObject({ authorization: 'Bearer key-1', timezone: 'Asia/Kolkata' });
    await rest.postWithBearer('/things', 'key-2', { a: 1 });
    expect(seen.headers.authorization).toBe('Bearer key-2');
    expect(seen.body).toBe('{"a":1}');
  });

  it('[API-05] 401 on a custom bearer call goes to authorize-failure and leaves the session alone', async () => {
    answer = { status: 401, body: general('sessionEnded', 'No.') };
    await failureOf(rest.getWithBearer('/things', 'key'));
    expect(events).toEqual(['authorize failure']);
  });
});
