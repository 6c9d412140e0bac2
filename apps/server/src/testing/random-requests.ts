// Requests made at random from the endpoints' own schemas, by anybody: every reply keeps the API's rules.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import type { Db } from '../platform/db/database.ts';
import type { AskedServer } from './asked-server.ts';
import { makeWorld, sampleOf, type SampleWorld } from './endpoint-samples.ts';
import { makeRound, makeUser, testPassword } from './factories.ts';
import { type KnownValues, valuesOf } from './json-schema-values.ts';
import { sessionHeaders } from './made-sessions.ts';
import { faultOf } from './reply-shapes.ts';
import { formOf, plainPicture } from './test-files.ts';

interface Askers {
  readonly owner: Db;
  readonly world: SampleWorld;
  readonly known: KnownValues;
  readonly leaverId: string;
  readonly sessions: Readonly<Record<string, Record<string, string>>>;
}

async function makeAskers({ owner, send }: AskedServer): Promise<Askers> {
  const world = await makeWorld(owner);
  const other = await makeWorld(owner);
  const { tenant, siteId, guardId, routeVersionId: route_version_id } = world;
  for (let at = 0; at < 20; at += 1) {
    const values = { site_id: siteId, guard_id: guardId, route_version_id, total_check_points: 1 };
    await makeRound(owner, tenant, { ...values, started_at_ms: Date.UTC(2026, 5, 1 + at) });
  }
  const subAdmin = await makeUser(owner, tenant, { siteId });
  const sessions = {
    nobody: {},
    superAdmin: await sessionHeaders(owner, tenant, { userId: world.superAdminId }),
    subAdmin: await sessionHeaders(owner, tenant, { userId: subAdmin.id }),
    device: await sessionHeaders(owner, tenant, { guardId }),
    stranger: await sessionHeaders(owner, other.tenant, { userId: other.superAdminId }),
  };
  const page = await send({
    method: 'GET',
    url: `/api/${tenant.slug}/secure/scanned-checkpoints?limit=5`,
    headers: sessions.superAdmin,
    remoteAddress: '127.0.0.1',
  });
  const known = knownOf([world, other], subAdmin.email, JSON.parse(page.body));
  return { owner, world, known, leaverId: (await makeUser(owner, tenant)).id, sessions };
}

function knownOf(
  worlds: readonly [SampleWorld, SampleWorld],
  subAdminEmail: string,
  page: { readonly cursor: string; readonly next: string },
): KnownValues {
  const [world] = worlds;
  return {
    ids: worlds.flatMap((one) => [
      one.siteId,
      one.roundId,
      one.guardId,
      one.checkpointId,
      one.routeVersionId,
    ]),
    byName: {
      username: [world.email, subAdminEmail],
      password: [testPassword],
      oldPassword: [testPassword],
      tenantId: [world.tenant.slug],
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
      routeVersionId: [world.routeVersionId],
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
}

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
function whoAsks(endpoint: Endpoint, { sessions }: Askers): fc.Arbitrary<string> {
  const usual = endpoint.access === 'field' ? ['device'] : ['superAdmin', 'subAdmin'];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...usual) },
    fc.constantFrom(...Object.keys(sessions)),
  );
}

async function headersOf(endpoint: Endpoint, who: string, askers: Askers): Promise<Record<string, string>> {
  const { owner, world, leaverId, sessions } = askers;
  // Signing out ends a session, and signing in takes the place of the one that comes along: it is that of somebody who does nothing else.
  const endsSessions = endpoint.method === 'DELETE' || endpoint.access === 'public';
  if (!endsSessions || who === 'nobody') return sessions[who] ?? {};
  const subject = who === 'device' ? { guardId: world.guardId } : { userId: leaverId };
  return sessionHeaders(owner, world.tenant, subject);
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

const endpointByName = new Map(allEndpoints.map((endpoint) => [endpoint.name, endpoint]));

function casesOf(endpoint: Endpoint, askers: Askers) {
  const { params = {}, query = {}, body = {} } = sampleOf(endpoint, askers.world);
  const made = (schema: Endpoint['body'], sample: object): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 2, arbitrary: valuesOf(schema, askers.known) },
      { weight: 1, arbitrary: fc.constant(sample) },
    );
  return fc.record({
    // By its name, so that a counterexample can be read.
    name: fc.constant(endpoint.name),
    who: whoAsks(endpoint, askers),
    params: made(endpoint.params, params),
    query: made(endpoint.query, query),
    body: made(endpoint.body, body),
    timezone: fc.option(zones, { nil: undefined, freq: 2 }),
    address: fc.ipV4(),
  });
}

/** Throws where a request ended the session that most requests are made with: all after it would be answered with 401. */
async function needSession(server: AskedServer, { world, sessions }: Askers): Promise<void> {
  const url = `/api/${world.tenant.slug}/secure/scanned-checkpoints?limit=1`;
  const headers = sessions['superAdmin'] ?? {};
  const { statusCode } = await server.send({ method: 'GET', url, headers, remoteAddress: '127.0.0.1' });
  if (statusCode === 401) throw new Error("a request ended the administrator's session");
}

/** How often each endpoint answered with each status, by `name status`, and the world that was asked about. */
export interface RandomAnswers {
  readonly answered: ReadonlyMap<string, number>;
  readonly world: SampleWorld;
}

/** Sends `count` requests about tenants of their own. Throws for a reply that breaks the rules, with its request. */
export async function askAtRandom(
  server: AskedServer,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<RandomAnswers> {
  const askers = await makeAskers(server);
  const answered = new Map<string, number>();
  const property = fc.asyncProperty(
    fc.oneof(...allEndpoints.map((endpoint) => casesOf(endpoint, askers))),
    async ({ name, who, params, query, body, timezone, address }) => {
      const endpoint = endpointByName.get(name);
      if (endpoint === undefined) throw new Error(`there is no ${name}`);
      const form = endpoint.upload === true ? await formWith(textOf(body)) : jsonOf(body);
      const reply = await server.send({
        method: endpoint.method,
        url: `/api/${askers.world.tenant.slug}${pathText(endpoint, params)}?${queryText(query)}`,
        headers: {
          ...(await headersOf(endpoint, who, askers)),
          ...(timezone === undefined ? {} : { timezone }),
          ...form.headers,
          'user-agent': randomUUID(),
        },
        remoteAddress: address,
        ...(endpoint.method === 'GET' || form.payload === undefined ? {} : { payload: form.payload }),
      });
      const fault = faultOf(endpoint, reply);
      if (fault !== null) throw new Error(fault);
      const key = `${endpoint.name} ${reply.statusCode}`;
      answered.set(key, (answered.get(key) ?? 0) + 1);
    },
  );
  await fc.assert(property, { seed, numRuns: count, endOnFailure: false, includeErrorInReport: true });
  await needSession(server, askers);
  return { answered, world: askers.world };
}

/** Endpoints that served at least one of the requests, and those of which no two answers differed in their status. */
export function reachOf({ answered, world }: RandomAnswers): {
  readonly served: readonly Endpoint[];
  readonly monotonous: readonly Endpoint[];
} {
  const isServed = (endpoint: Endpoint) =>
    answered.has(`${endpoint.name} ${sampleOf(endpoint, world).answers ?? 200}`);
  const isMonotonous = ({ name }: Endpoint) =>
    [...answered.keys()].filter((key) => key.startsWith(`${name} `)).length < 2;
  return { served: allEndpoints.filter(isServed), monotonous: allEndpoints.filter(isMonotonous) };
}
