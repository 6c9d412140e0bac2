// Thousands of requests made from the endpoints' own schemas, by anybody: every reply keeps the API's rules.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { makeRound, makeUser, testPassword } from '../testing/factories.ts';
import { makeWorld, sampleOf, type SampleWorld } from '../testing/endpoint-samples.ts';
import { type KnownValues, valuesOf } from '../testing/json-schema-values.ts';
import { browserOf, sessionHeaders } from '../testing/made-sessions.ts';
import { faultOf } from '../testing/reply-shapes.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { formOf, plainPicture } from '../testing/test-files.ts';

const seed = 20_261_121;
/** Of each endpoint, on an average. */
const requestsEach = 32;

let server: TestApp;
let world: SampleWorld;
let known: KnownValues;
let leaverId: string;
let sessions: Record<string, Record<string, string>>;

beforeAll(async () => {
  server = await testApp();
  world = await makeWorld(server.owner);
  const other = await makeWorld(server.owner);
  const { tenant, siteId, guardId, routeVersionId: route_version_id } = world;
  for (let at = 0; at < 20; at += 1) {
    const values = { site_id: siteId, guard_id: guardId, route_version_id, total_check_points: 1 };
    await makeRound(server.owner, tenant, { ...values, started_at_ms: Date.UTC(2026, 5, 1 + at) });
  }
  const subAdmin = await makeUser(server.owner, tenant, { siteId });
  const admin = await browserOf(server, tenant, world.superAdminId);
  const page = (await admin('GET', '/secure/scanned-checkpoints', { query: { limit: '5' } })).json();
  known = {
    ids: [world, other].flatMap((one) => [
      one.siteId,
      one.roundId,
      one.guardId,
      one.checkpointId,
      one.routeVersionId,
    ]),
    byName: {
      username: [world.email, subAdmin.email],
      password: [testPassword],
      oldPassword: [testPassword],
      tenantId: [tenant.slug],
      purpose: ['profileImage', 'image'],
      fileId: [world.photoId],
      profileImage: ['', world.photoId],
      firstName: ['Asha'],
      lastName: ['Kale'],
      email: [world.email],
      phoneNumber: ['9822012345'],
      countryCode: ['+91', '91'],
      newPassword: [testPassword],
      employeeId: [world.employeeId],
      secret: [testPassword],
      roundId: [world.roundId],
      ids: [[world.notificationId]],
      mailId: [world.mailId],
      routeVersionId: [route_version_id],
      rawId: ['e30'],
      clientDataJSON: ['e30'],
      attestationObject: ['e30'],
      authenticatorData: ['e30'],
      signature: ['e30'],
      userHandle: ['e30'],
      deviceAtMs: [Date.now(), Date.now() - 60_000],
      sentAtMs: [Date.now()],
      cursor: [page.cursor, page.next],
      limit: ['1', '5', '100'],
      offset: ['0', '3', '999999999'],
      from: ['2026-06-01', '2026-06-20'],
      to: ['2026-06-20', '2026-06-30'],
      format: ['csv', 'xls', 'xlsx', 'pdf'],
    },
  };
  leaverId = (await makeUser(server.owner, tenant)).id;
  sessions = {
    nobody: {},
    superAdmin: await sessionHeaders(server.owner, tenant, { userId: world.superAdminId }),
    subAdmin: await sessionHeaders(server.owner, tenant, { userId: subAdmin.id }),
    device: await sessionHeaders(server.owner, tenant, { guardId }),
    stranger: await sessionHeaders(server.owner, other.tenant, { userId: other.superAdminId }),
  };
});

const zones = fc.constantFrom('Asia/Kolkata', 'UTC', 'America/St_Johns', 'Pacific/Apia', 'Mars/Olympus', '');

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Percent-encoded; what UTF-8 cannot hold is left out. */
function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value).replaceAll(/\p{Surrogate}/gu, ''));
}

function queryText(query: unknown): string {
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : [['', query]];
  return pairs.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&');
}

function pathText(endpoint: Endpoint, params: unknown): string {
  const values = new Map<string, unknown>(
    typeof params === 'object' && params !== null ? Object.entries(params) : [],
  );
  return endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => encoded(values.get(name)));
}

/** Who most often may, and now and then anybody. */
function whoAsks(endpoint: Endpoint): fc.Arbitrary<string> {
  const usual = endpoint.access === 'field' ? ['device'] : ['superAdmin', 'subAdmin'];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...usual) },
    fc.constantFrom(...Object.keys(sessions)),
  );
}

async function headersOf(endpoint: Endpoint, who: string): Promise<Record<string, string>> {
  // Signing out ends sessions, so that it takes one of somebody who does nothing else.
  if (endpoint.method !== 'DELETE' || who === 'nobody') return sessions[who] ?? {};
  const subject = who === 'device' ? { guardId: world.guardId } : { userId: leaverId };
  return sessionHeaders(server.owner, world.tenant, subject);
}

const jsonOf = (body: unknown) => ({
  payload: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** A picture, for some texts what only begins like one, for others a sheet of guards. */
async function formWith(text: string) {
  if (text.length % 3 === 1) {
    return formOf(Buffer.from('Employee ID,Name\nS1,Asha\n'), 'guards.csv', 'text/csv');
  }
  const bytes = await plainPicture();
  return formOf(text.length % 3 === 0 ? Buffer.concat([bytes.subarray(0, 60), Buffer.from(text)]) : bytes);
}

describe('random requests', () => {
  it('[API-04] are all answered in the shapes of the contract, and none with a 500', async () => {
    const answered = new Map<string, number>();
    const cases = allEndpoints.map((endpoint) =>
      fc.record({
        endpoint: fc.constant(endpoint),
        who: whoAsks(endpoint),
        params: valuesOf(endpoint.params, known),
        query: valuesOf(endpoint.query, known),
        body: valuesOf(endpoint.body, known),
        timezone: fc.option(zones, { nil: undefined, freq: 2 }),
        address: fc.ipV4(),
      }),
    );
    const property = fc.asyncProperty(
      fc.oneof(...cases),
      async ({ endpoint, who, params, query, body, timezone, address }) => {
        const form = endpoint.upload === true ? await formWith(textOf(body)) : jsonOf(body);
        const reply = await server.app.inject({
          method: endpoint.method,
          url: `/api/${world.tenant.slug}${pathText(endpoint, params)}?${queryText(query)}`,
          headers: {
            ...(await headersOf(endpoint, who)),
            ...(timezone === undefined ? {} : { timezone }),
            ...form.headers,
            'user-agent': randomUUID(),
          },
          remoteAddress: address,
          ...(endpoint.method === 'GET' ? {} : { payload: form.payload }),
        });
        expect(faultOf(endpoint, reply)).toBeNull();
        const key = `${endpoint.name} ${reply.statusCode}`;
        answered.set(key, (answered.get(key) ?? 0) + 1);
      },
    );
    await fc.assert(property, { seed, numRuns: allEndpoints.length * requestsEach, endOnFailure: false });
    // The requests were not all nonsense: most endpoints served some, and nearly each answered in several ways.
    const isServed = (endpoint: Endpoint) =>
      answered.has(`${endpoint.name} ${sampleOf(endpoint, world).answers ?? 200}`);
    expect(allEndpoints.filter(isServed).length).toBeGreaterThan(allEndpoints.length * 0.6);
    const isMonotonous = ({ name }: Endpoint) =>
      [...answered.keys()].filter((key) => key.startsWith(`${name} `)).length < 2;
    expect(allEndpoints.filter(isMonotonous).length).toBeLessThan(allEndpoints.length * 0.03);
  }, 300_000);
});
