// Ids of records of another site and of another tenant, at every place where a request takes an id: they are answered
// as ids that nothing has, and what is stored there stays as it was.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import type { Db } from '../platform/db/database.ts';
import type { AskedServer } from './asked-server.ts';
import { makeWorld, sampleOf, type SampleWorld } from './endpoint-samples.ts';
import { makeUser } from './factories.ts';
import {
  ask,
  type Elsewhere,
  type ForeignCaller,
  grantEverything,
  idsByTable,
  makeCallers,
  makeUsedWorld,
  tablesOf,
} from './foreign-callers.ts';
import { idAt, idPattern, type IdPath, idPathsOf, withId } from './id-paths.ts';

export interface ForeignFindings {
  /** Pairs of requests that were compared, by who asked and whose record it was. */
  readonly pairs: ReadonlyMap<string, number>;
  /** Endpoints that take an id, of which each was asked. */
  readonly endpoints: ReadonlySet<string>;
  /** Those told apart, and tables of theirs that changed. */
  readonly leaks: readonly string[];
}

interface Extent {
  readonly exhaustive: boolean;
  /** Set for a server that does by itself what is due: what it did elsewhere is no change by anybody. */
  readonly hasClock?: boolean;
}

/** What no one but somebody's request changes. */
const unclocked = new Set([
  'checkpoints',
  'floor_plans',
  'guards',
  'patrol_routes',
  'shifts',
  'sites',
  'users',
  'files',
  'tenant_settings',
  'tenant_config',
  'sub_admins',
  'qr_codes',
  'site_holidays',
  'sign_in_providers',
]);

interface SiteWorld {
  readonly world: SampleWorld;
  readonly ids: ReadonlyMap<string, string>;
  /** Rows of theirs, for looking whether any changed. */
  readonly siteId: string | null;
}

/**
 * Asks with the id that stands at that place in a request made for the other place, or, `exhaustive`, with an id of every
 * table there.
 */
export async function askOfForeignRecords(
  server: AskedServer,
  { exhaustive, hasClock = false }: Extent,
): Promise<ForeignFindings> {
  const { owner } = server;
  const own = await makeWorld(owner);
  await grantEverything(owner, own.tenant);
  const worlds: Record<Elsewhere, SiteWorld> = {
    otherSite: await makeOtherSite(owner, own),
    otherTenant: await makeOtherTenant(server, exhaustive),
  };
  const before = new Map<Elsewhere, ReadonlyMap<string, string>>();
  for (const whose of ['otherSite', 'otherTenant'] as const) {
    before.set(whose, await printsOf(owner, worlds[whose]));
  }
  const found = {
    pairs: new Map<string, number>(),
    endpoints: new Set<string>(),
    leaks: new Array<string>(),
  };
  for (const caller of await makeCallers(owner, own)) {
    for (const whose of exhaustive ? caller.hidden : caller.hidden.slice(0, 1)) {
      for (const endpoint of allEndpoints.filter(caller.mayAsk)) {
        for (const checkpoint of idPathsOf(endpoint, sampleOf(endpoint, own))) {
          const theirId = idAt(sampleOf(endpoint, worlds[whose].world), checkpoint);
          const kinds = exhaustive || theirId === null ? worlds[whose].ids : new Map([['sample', theirId]]);
          for (const [kind, id] of exhaustive ? kinds : likely(kinds, checkpoint)) {
            const difference = await compare(server, { own, caller, endpoint, place: checkpoint, id });
            const key = `${caller.name}, ${whose}`;
            found.pairs.set(key, (found.pairs.get(key) ?? 0) + 1);
            found.endpoints.add(endpoint.name);
            if (difference !== null && !(await isTaken(owner, own, worlds[whose], id))) {
              found.leaks.push(`${key}, ${endpoint.name} ${checkpoint.join('.')} (${kind}): ${difference}`);
            }
          }
        }
      }
    }
  }
  for (const [whose, prints] of before) {
    for (const [table, print] of await printsOf(owner, worlds[whose])) {
      if (hasClock && !unclocked.has(table)) continue;
      if (prints.get(table) !== print) found.leaks.push(`${whose}: ${table} changed`);
    }
  }
  return found;
}

/** Of all tables the one whose name is most like the place's; all sites and guards when none is. */
function likely(ids: ReadonlyMap<string, string>, checkpoint: IdPath): (readonly [string, string])[] {
  const all = [...ids];
  if (all.length < 2) return all;
  const term = (checkpoint.findLast((name) => name !== '0') ?? '').replace(/Ids?$/, '').toLowerCase();
  const like = all.filter(([table]) => term.length > 2 && table.replaceAll('_', '').includes(term));
  return like.length > 0 ? like.slice(0, 2) : all.filter(([table]) => ['sites', 'guards'].includes(table));
}

async function makeOtherSite(owner: Db, own: SampleWorld): Promise<SiteWorld> {
  const world = await makeWorld(owner, own.tenant);
  const { siteId, guardId, photoId } = world;
  const subAdmin = await makeUser(owner, own.tenant, { siteId });
  // Super admins are of every site.
  const seen = { ...world, superAdminId: subAdmin.id };
  const ofSite = await idsByTable(owner, own.tenant.id, siteId);
  const ids = new Map([
    ...ofSite,
    ['sites', siteId] as const,
    ['guards', guardId] as const,
    ['files', photoId] as const,
    ['users', subAdmin.id] as const,
  ]);
  return { world: seen, ids, siteId };
}

async function makeOtherTenant(server: AskedServer, exhaustive: boolean): Promise<SiteWorld> {
  const world = await (exhaustive ? makeUsedWorld(server) : makeWorld(server.owner));
  return { world, ids: await idsByTable(server.owner, world.tenant.id, null), siteId: null };
}

interface Question {
  readonly own: SampleWorld;
  readonly caller: ForeignCaller;
  readonly endpoint: Endpoint;
  readonly place: IdPath;
  readonly id: string;
}

/** How the answers differ; null when they do not. */
async function compare(server: AskedServer, { own, caller, endpoint, place, id }: Question) {
  const answerTo = async (asked: string) => {
    const sample = withId(sampleOf(endpoint, own), place, asked);
    const { statusCode, headers, body } = await ask(server, own.tenant, caller.headers, endpoint, sample);
    const type = headers['content-type'] ?? '';
    return `${statusCode} ${type} ${body.replaceAll(idPattern, '#')}`;
  };
  const foreign = await answerTo(id);
  const nobodys = await answerTo(unheld(id));
  if (foreign === nobodys) return null;
  // What a request changes on its own site, such as a number that counts on, differs between ids that nothing has, too.
  const again = [await answerTo(unheld(id)), await answerTo(id), await answerTo(unheld(id))];
  if (again[0] !== again[2] || again[1] === again[2]) return null;
  return `${foreign.slice(0, 300)} | ${nobodys.slice(0, 300)}`;
}

/** Whether a request that names what it makes has given the id to something here: ids are unique within a tenant alone. */
async function isTaken(owner: Db, own: SampleWorld, { siteId }: SiteWorld, id: string): Promise<boolean> {
  const here = siteId === null ? own.tenant.id : own.siteId;
  const column = siteId === null ? 'tenant_id' : 'site_id';
  for (const { name, columns } of await tablesOf(owner)) {
    if (!columns.includes('id') || !columns.includes(column)) continue;
    const text = `SELECT 1 FROM "${name}" WHERE ${column}::text = $1 AND id::text = $2 LIMIT 1`;
    const { rows } = await owner.executeQuery(CompiledQuery.raw(text, [here, id]));
    if (rows.length > 0) return true;
  }
  return false;
}

/** An id that nothing has, beside the given one: some lists go on from an id, wherever it stands among theirs. */
function unheld(id: string): string {
  return id.slice(0, -8) + randomUUID().slice(-8);
}

/** Each table's rows of the place as one number. */
async function printsOf(owner: Db, { world, siteId }: SiteWorld): Promise<ReadonlyMap<string, string>> {
  const prints = new Map<string, string>();
  for (const { name, columns } of await tablesOf(owner)) {
    if (siteId !== null && !columns.includes('site_id')) continue;
    const where = siteId === null ? 'tenant_id = $1' : 'tenant_id = $1 AND site_id = $2';
    const values = siteId === null ? [world.tenant.id] : [world.tenant.id, siteId];
    const text = `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS print FROM "${name}" t WHERE ${where}`;
    const { rows } = await owner.executeQuery<{ print: string }>(CompiledQuery.raw(text, values));
    prints.set(name, rows[0]?.print ?? '');
  }
  return prints;
}
