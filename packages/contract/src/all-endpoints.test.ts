import { readdirSync } from 'node:fs';
import { isPermitted, accessGroups, roles, type Permission } from '@watchpost/domain/permissions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from './all-endpoints.ts';
import type { Endpoint, Schema } from './endpoint.ts';
import { errorCodes } from './error-codes.ts';

const byName = allEndpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);
const openAccess = ['public', 'signedIn', 'field'];
const permissions = Object.entries(accessGroups).flatMap(([group, actions]) =>
  actions.map((action) => `${group}:${action}`),
);
/** Two paths that differ only in the name of a parameter are one address. */
const address = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, ':')}`;
const parameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
const keysOf = (schema: Schema) => Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {});
const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('the list of endpoints', () => {
  it('names each once', () => expect(repeated(allEndpoints.map((endpoint) => endpoint.name))).toEqual([]));

  it('has each address once', () => expect(repeated(allEndpoints.map(address))).toEqual([]));

  it('misses none that a file of this package exports', async () => {
    const names = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'all-endpoints.ts')
      .map((file) => file.slice(0, -'.ts'.length));
    const rooms = await Promise.all(
      names.map((name): Promise<object> => import(/* @vite-ignore */ `./${name}.ts`)),
    );
    const exported = rooms
      .flatMap((room): unknown[] => Object.values(room))
      // Those of a kind of import are exported as one group.
      .flatMap((value): unknown[] =>
        typeof value === 'object' && value !== null ? [value, ...Object.values(value)] : [],
      )
      .filter((value) => typeof value === 'object' && value !== null && 'method' in value && 'path' in value);
    expect(exported.length).toBeGreaterThan(10);
    expect(new Set(exported)).toEqual(new Set(allEndpoints));
  });

  it.each([
    ['POST', '/user-signin'],
    ['DELETE', '/secure/signout'],
    ['GET', '/secure/user-metadata'],
    ['GET', '/admin/metadata'],
    ['GET', '/secure/tenants/servicearea'],
  ])("keeps the source's address %s %s", (method, path) => {
    expect(allEndpoints.map((endpoint) => [endpoint.method, endpoint.path])).toContainEqual([method, path]);
  });
});

describe.each(byName)('%s', (_name, endpoint) => {
  it('has a path of plain segments and parameters', () => {
    expect(endpoint.path).toMatch(/^(?:\/(?:[a-z0-9-]+|:[a-z][A-Za-z0-9]*))+$/);
  });

  it('declares the parameters of its path and no others', () => {
    expect(keysOf(endpoint.params).toSorted()).toEqual(parameters(endpoint.path).toSorted());
  });

  it('has an access that exists', () => expect([...openAccess, ...permissions]).toContain(endpoint.access));

  it('lies below /secure exactly when a console session is needed, below /field for devices', () => {
    const needsSession = !['public', 'field'].includes(endpoint.access);
    expect(endpoint.path.startsWith('/secure/')).toBe(needsSession);
    expect(endpoint.access !== 'field' || endpoint.path.startsWith('/field/')).toBe(true);
  });

  it('says what it does in a sentence', () => expect(endpoint.summary).toMatch(/^[A-Z].{10,}\.$/));

  it.each(['params', 'query', 'body'] as const)(
    '%s can be published as JSON Schema and take no unknown key',
    (part) => {
      const schema = z.toJSONSchema(endpoint[part], { io: 'input', target: 'draft-2020-12' });
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(z.safeParse(endpoint[part], { nobodyKnowsThisKey: 1 }).success).toBe(false);
    },
  );

  it('reply can be published as JSON Schema, and is open only for files', () => {
    const schema = z.toJSONSchema(endpoint.reply, { io: 'output', target: 'draft-2020-12' });
    expect(schema.type === 'object').toBe(endpoint.files === undefined);
  });

  it('takes no body where the method has none', () => {
    const hasBody = keysOf(endpoint.body).length > 0;
    expect(hasBody && ['GET', 'DELETE'].includes(endpoint.method)).toBe(false);
  });
});

describe('access', () => {
  it('every permission that an endpoint asks for is held by a super admin and by no guard', () => {
    const asked = allEndpoints
      .map((endpoint) => endpoint.access)
      .filter((access): access is Permission => !openAccess.includes(access));
    expect(asked.length).toBeGreaterThan(0);
    for (const permission of asked) {
      expect(roles.map((role) => isPermitted(role, permission))).toEqual([true, expect.any(Boolean), false]);
    }
  });
});

describe('error codes', () => {
  it.each(Object.entries(errorCodes))(
    '%s has a status of failure and a sentence',
    (_code, { status, message }) => {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThanOrEqual(599);
      expect(message.length).toBeGreaterThan(10);
    },
  );

  it('only one answers 400, whose body is a map of fields', () => {
    const codes = Object.entries(errorCodes).filter(([, { status }]) => status === 400);
    expect(codes.map(([code]) => code)).toEqual(['invalid']);
  });

  it.each([
    ['signInFailed', 'Invalid email and password'],
    ['accountDeactivated', 'This account is deactivated please contact with Admin'],
    ['roleInvalid', 'Invalid role, contact to server team'],
    ['noAccessGroup', 'No access group assigned to the user.'],
    ['nothingToExport', 'Data is not available'],
    ['tooLarge', 'Entity is too large to upload'],
  ] as const)('%s speaks the words of the specification', (code, message) => {
    expect(errorCodes[code].message).toBe(message);
  });
});
