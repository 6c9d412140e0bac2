import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { type Access, defineEndpoint, type Endpoint } from '@watchpost/contract/endpoint';
import { accessGroups, isPermitted, type Permission, type Role } from '@watchpost/domain/permissions';
import Fastify from 'fastify';
import * as z from 'zod/mini';
import { allRoutes } from '../../app.ts';
import { sendError } from '../http/error-reply.ts';
import { registerRoutes } from '../http/register.ts';
import { route } from '../http/route.ts';
import { makeGuard, makeUser } from '../../testing/factories.ts';
import {
  makeWorld,
  sampledEndpoints,
  sampleOf,
  type SampleWorld,
  send,
} from '../../testing/endpoint-samples.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { statementsStayInOneTenant } from '../../testing/ran-statements.ts';
import { testFiles } from '../../testing/test-files.ts';
import { anyone, type Caller, testApp, type TestApp, testSecret } from '../../testing/test-app.ts';
import { makeTenantLookup } from './tenants.ts';
import { testSealing } from '../../testing/test-sealing.ts';

type Who =
  | { readonly as: 'nobody' | 'guardDevice' | 'stranger' }
  | { readonly as: 'console'; readonly role: Role };

const isPermission = (name: string): name is Permission => isPermitted('superAdmin', name as Permission);

/** The whole rule: what an endpoint's access says of somebody. */
function expectedStatus(access: Access, who: Who): number {
  if (access === 'public') return 200;
  if (access === 'field') return who.as === 'guardDevice' ? 200 : 401;
  if (who.as !== 'console') return 401;
  return access === 'signedIn' || isPermitted(who.role, access) ? 200 : 403;
}

let server: TestApp;
let world: SampleWorld;
let other: SampleWorld;

beforeAll(async () => {
  server = await testApp();
  world = await makeWorld(server.owner);
  other = await makeWorld(server.owner);
});

const subAdmin = async (values: object = {}) =>
  (await makeUser(server.owner, world.tenant, { siteId: world.siteId, ...values })).id;

/** Everybody who may come along, each with a session made for the one request. */
const callers: Record<string, { who: Who; make: () => Promise<Caller> }> = {
  'somebody without a session': {
    who: { as: 'nobody' },
    make: async () => anyone(server.app, world.tenant),
  },
  "a guard's device": {
    who: { as: 'guardDevice' },
    make: () => deviceOf(server, world.tenant, world.guardId),
  },
  'a sub admin': {
    who: { as: 'console', role: 'subAdmin' },
    make: async () => browserOf(server, world.tenant, await subAdmin()),
  },
  'a super admin': {
    who: { as: 'console', role: 'superAdmin' },
    make: () => browserOf(server, world.tenant, world.superAdminId),
  },
  "another tenant's super admin": {
    who: { as: 'stranger' },
    make: () => browserOf(server, other.tenant, other.superAdminId, world.tenant),
  },
  "another tenant's guard's device": {
    who: { as: 'stranger' },
    make: async () => {
      const guard = await makeGuard(server.owner, other.tenant);
      return deviceOf(server, other.tenant, guard.id, world.tenant);
    },
  },
  'a deactivated sub admin': {
    who: { as: 'stranger' },
    make: async () => browserOf(server, world.tenant, await subAdmin({ activated: false })),
  },
  'a deactivated super admin': {
    who: { as: 'stranger' },
    make: async () =>
      browserOf(server, world.tenant, (await makeUser(server.owner, world.tenant, { activated: false })).id),
  },
  "a deactivated guard's device": {
    who: { as: 'stranger' },
    make: async () => {
      const guard = await makeGuard(server.owner, world.tenant, {
        activated: false,
        siteIds: [world.siteId],
      });
      return deviceOf(server, world.tenant, guard.id);
    },
  },
  'a sub admin without a site': {
    who: { as: 'stranger' },
    make: async () =>
      browserOf(server, world.tenant, (await makeUser(server.owner, world.tenant, { role: 'subAdmin' })).id),
  },
};

const byName = allEndpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

describe.each(byName)('%s', (_name, endpoint) => {
  it.each(Object.entries(callers))('answers %s as its access says', async (_who, { who, make }) => {
    const sample = sampleOf(endpoint, world);
    const reply = await send(await make(), endpoint, sample);
    const expected = expectedStatus(endpoint.access, who);
    expect(reply.statusCode).toBe(expected === 200 ? (sample.answers ?? 200) : expected);
    if (expected === 200) return;
    expect(Object.keys(reply.json()).toSorted()).toEqual(['general', 'requestId']);
    const code = reply.statusCode === 401 ? 'sessionEnded' : 'notPermitted';
    expect(reply.json().general).toEqual([{ code, message: expect.any(String) }]);
  });
});

/** Everything turned over: what ships on is off, what ships off is on in part; the last is stored, but no one's. */
const switches = {
  DASHBOARD: [],
  GUARDS: ['view'],
  SCANNED_CHECKPOINTS: ['view', 'details'],
  SITES: ['view', 'edit'],
  SHIFTS: ['view', 'add', 'edit', 'status', 'delete'],
  LOGIN_LOGOUT: ['view', 'details', 'export'],
  APP_SETTINGS: ['view', 'edit'],
};

async function switchedWorld(): Promise<SampleWorld> {
  const made = await makeWorld(server.owner);
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: made.tenant.id, version: 1, sub_admin_access: JSON.stringify(switches) })
    .execute();
  return made;
}

describe.each([
  ['where nothing was switched', {}, async () => world],
  ['where sub admins were given others', switches, switchedWorld],
])('a permission of the table, %s,', (_where, granted, makeWorld) => {
  let world: SampleWorld;
  beforeAll(async () => {
    world = await makeWorld();
  });

  const permissions = Object.entries(accessGroups).flatMap(([group, actions]) =>
    actions.map((action) => `${group}:${action}`),
  );

  it.each(permissions)(
    '[MENU-05] [MENU-06] %s opens an endpoint to those roles alone that hold it',
    async (name) => {
      if (!isPermission(name)) throw new Error(`${name} is no permission`);
      const planted = defineEndpoint({
        name: 'planted',
        method: 'GET',
        path: '/secure/planted',
        access: name,
        summary: 'Needs the permission.',
        reply: z.object({ role: z.string() }),
      });
      const app = Fastify();
      app.setErrorHandler(sendError);
      const findTenant = makeTenantLookup(server.database, { isDemo: true });
      const serve = route(planted, async ({ caller }) => ({ role: caller.role }));
      await registerRoutes(app, { database: server.database, findTenant }, [serve]);
      const at = { app, owner: server.owner };
      const asks = async (userId: string) =>
        (await browserOf(at, world.tenant, userId))('GET', '/secure/planted');
      const sub = await makeUser(server.owner, world.tenant, { siteId: world.siteId });
      expect((await asks(world.superAdminId)).json()).toEqual({ role: 'superAdmin' });
      expect((await asks(sub.id)).statusCode).toBe(isPermitted('subAdmin', name, granted) ? 200 : 403);
      const device = await deviceOf(at, world.tenant, world.guardId);
      expect((await device('GET', '/secure/planted')).statusCode).toBe(401);
      await app.close();
    },
  );
});

describe('routes and endpoints', () => {
  const routes = allRoutes({
    defaultTenant: 'demo',
    isDemo: false,
    mailWay: 'outbox' as const,
    secret: testSecret,
    files: testFiles(),
    sealing: testSealing(),
  });

  it('every endpoint has exactly one route and every route an endpoint', () => {
    const served = routes.map(({ endpoint }) => endpoint.name);
    expect(served.toSorted()).toEqual(allEndpoints.map(({ name }) => name).toSorted());
    expect(new Set(routes.map(({ endpoint }) => endpoint))).toEqual(new Set(allEndpoints));
  });

  it('every endpoint has a sample and every sample an endpoint', () => {
    expect(sampledEndpoints.toSorted()).toEqual(allEndpoints.map(({ name }) => name).toSorted());
  });

  it('the application serves each at its address', () => {
    for (const { method, path } of allEndpoints) {
      expect(server.app.hasRoute({ method, url: `/api/:tenant${path}` })).toBe(true);
    }
  });
});

statementsStayInOneTenant(() => server.owner, 300);
