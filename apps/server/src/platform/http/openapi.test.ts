import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { sessionCookie } from '../access/session-token.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { chosenNames } from './openapi-names.ts';
import type { OpenApiOperation } from './openapi.ts';
import { writeOwnCookie } from './own-cookies.ts';

let server: TestApp;

beforeAll(async () => {
  server = await testApp();
});

describe('the description of the API', () => {
  it('[API-07] is an OpenAPI 3.1 document that holds every endpoint with its parameters and replies', async () => {
    const reply = await server.app.inject({ url: '/api/openapi.json' });
    const document = reply.json();
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods as object));
    expect(operations.map((operation) => operation.operationId).toSorted()).toEqual(
      allEndpoints.map((endpoint) => endpoint.name).toSorted(),
    );
    const list = document.paths['/api/{tenant}/secure/scanned-checkpoints'].get;
    expect(list.parameters).toContainEqual({ $ref: '#/components/parameters/SearchText' });
    expect(document.components.parameters.SearchText.name).toBe('searchText');
    expect(list.responses['200'].content['application/json'].schema.required).toContain('count');
    expect(list.responses['400']).toEqual({ $ref: '#/components/responses/BadRequest' });
    expect(document.components.responses.BadRequest.content['application/json'].schema.$ref).toBe(
      '#/components/schemas/FieldErrors',
    );
  });

  it('[API-02] [API-07] shows both login objects: with username, and with email and tenantId', async () => {
    const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const { schema } = paths['/api/{tenant}/user-signin'].post.requestBody.content['application/json'];
    expect(Object.keys(schema.properties)).toEqual([
      'username',
      'email',
      'password',
      'tenantId',
      'wantsToken',
    ]);
    expect(schema.required).toEqual(['password']);
    expect(schema.examples.map((each: object) => Object.keys(each))).toEqual([
      ['username', 'password'],
      ['email', 'password', 'tenantId'],
    ]);
  });

  it('[API-07] says what a call must bring: its parameters and the credentials, as cookie or as bearer', async () => {
    const { paths, components } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const plan = paths['/api/{tenant}/secure/shifts/plan'].get;
    const needed = new Map(
      plan.parameters
        .map((each: { $ref?: string }) =>
          each.$ref === undefined ? each : components.parameters[each.$ref.split('/').at(-1) ?? ''],
        )
        .map((each: { name: string; required: boolean }) => [each.name, each.required]),
    );
    expect(Object.fromEntries(needed)).toEqual({ tenant: true, site: true, Timezone: false });
    expect(plan.security).toEqual([{ cookie: [] }, { bearer: [] }]);
    const make = paths['/api/{tenant}/secure/shifts'].post;
    expect(make.security).toEqual([{ cookie: [], crossSite: [] }, { bearer: [] }]);
    expect(paths['/api/{tenant}/field/plan'].get.security).toEqual([{ bearer: [] }]);
    expect(paths['/api/{tenant}/user-signin'].post.security).toEqual([]);
  });

  it('[API-07] says when to ask again, which names the session has, and that a mail program may send a form', async () => {
    const { paths, components } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const { post } = paths['/api/{tenant}/user-signin'];
    const waits = Object.keys(post.responses).filter(
      (status) => components.responses[post.responses[status].$ref?.split('/').at(-1)]?.headers !== undefined,
    );
    expect(waits).toEqual(['429', '503']);
    const secured = { tenant: { slug: '{tenant}' }, isSecure: true };
    const [name = ''] = writeOwnCookie(sessionCookie, '', 0, secured).split('=');
    expect(components.securitySchemes.cookie.description).toContain(` ${name}.`);
    const bodies = Object.values(paths)
      .flatMap((methods) => Object.values(methods as Record<string, OpenApiOperation>))
      .filter(({ requestBody }) => JSON.stringify(requestBody)?.includes('x-www-form-urlencoded'));
    expect(bodies.map(({ operationId }) => operationId)).toEqual(['answerMailConsent', 'unsubscribe']);
  });

  it('describes what is really validated: a body that the document forbids is refused', async () => {
    const document = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const body =
      document.paths['/api/{tenant}/user-signin'].post.requestBody.content['application/json'].schema;
    expect(body.properties.username.maxLength).toBe(50);
    expect(body.additionalProperties).toBe(false);
  });

  it('[API-07] names every schema that several places share, and every reference in it leads somewhere', async () => {
    const { body } = await server.app.inject({ url: '/api/openapi.json' });
    const document = JSON.parse(body);
    const refs = [...body.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(refs.length).toBe(body.split('"$ref"').length - 1);
    const lost = refs.filter(([, kind = '', name = '']) => document.components[kind]?.[name] === undefined);
    expect(lost).toEqual([]);
    const used = new Set(refs.map(([ref]) => ref));
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => !used.has(`"$ref":"#/components/schemas/${name}"`))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['Site', 'Guard', 'MenuEntry', 'SignedInView']));
    // A name that was chosen for a schema is one, so the list of them has none that lead nowhere.
    expect(Object.values(chosenNames).filter((name) => !names.includes(name))).toEqual([]);
    expect(body.length).toBeLessThan(800_000);
  });

  it('[API-07] says where the server is, under which licence it comes, and to which group each call belongs', async () => {
    const { servers, info, tags, paths } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    expect(servers).toEqual([expect.objectContaining({ url: '/' })]);
    expect(info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
    const named = tags.map(({ name }: { name: string }) => name);
    const operations = Object.values<Record<string, OpenApiOperation>>(paths).flatMap((all) =>
      Object.values(all),
    );
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(new Set(named));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('[API-07] can be browsed: a page links to each endpoint and needs no script', async () => {
    const reply = await server.app.inject({ url: '/api/docs' });
    expect(reply.headers['content-type']).toContain('text/html');
    for (const endpoint of allEndpoints) expect(reply.body).toContain(`id="${endpoint.name}"`);
    expect(reply.body).not.toContain('<script');
  });
});
