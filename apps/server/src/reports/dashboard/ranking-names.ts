// Names of what is ranked, remembered for as long as their version is the tenant's; among equals the order is theirs.
import { compareFolded } from '@watchpost/domain/readers/name-order';
import { LRUCache } from 'lru-cache';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { First, Ranked } from './ranked-sums.ts';
import {
  findNames,
  type Named,
  type NamedCheckpoint,
  type NamedSite,
  type NamesAsked,
  namedSitesMax,
} from './ranking-names.queries.ts';

export interface Names {
  readonly version: string | null;
  /** By name; null as long as no one asked for them. */
  readonly sitesInUse: ReadonlyMap<string, NamedSite> | null;
  readonly sites: Map<string, NamedSite>;
  readonly guards: Map<string, Named>;
  readonly checkpoints: Map<string, NamedCheckpoint>;
}

/** By tenant; some 300 bytes a name. */
const known = new LRUCache<string, Names>({
  maxSize: 10_000,
  sizeCalculation: ({ sitesInUse, sites, guards, checkpoints }) =>
    1 + (sitesInUse?.size ?? 0) + sites.size + guards.size + checkpoints.size,
});

/** Those of what is ranked, at least, of one site or of all; of this version or of a later one. */
export async function namesOf(
  scope: SiteScope,
  version: string | null,
  { siteId, ranked }: { readonly siteId: string | null; readonly ranked: Ranked },
): Promise<Names> {
  const kept = known.get(scope.tenantId);
  const names = kept?.version === version ? kept : noNames(version);
  const missing = missingIn(names, siteId, ranked);
  if (missing === null) return names;
  const found = await findNames(scope, missing);
  // Those that are known have other names by now.
  if (found.version !== version) return namesOf(scope, found.version, { siteId, ranked });
  for (const site of found.sites) names.sites.set(site.id, site);
  for (const guard of found.guards) names.guards.set(guard.id, guard);
  for (const checkpoint of found.checkpoints) names.checkpoints.set(checkpoint.id, checkpoint);
  const sitesInUse = missing.sitesInUse ? byId(found.sitesInUse) : names.sitesInUse;
  const more = { ...names, sitesInUse };
  known.set(scope.tenantId, more);
  return more;
}

const noNames = (version: string | null): Names => ({
  version,
  sitesInUse: null,
  sites: new Map(),
  guards: new Map(),
  checkpoints: new Map(),
});

const byId = <Some extends Named>(named: readonly Some[]): ReadonlyMap<string, Some> =>
  new Map(named.map((one) => [one.id, one]));

function missingIn(
  { sitesInUse, sites, guards, checkpoints }: Names,
  siteId: string | null,
  ranked: Ranked,
): NamesAsked | null {
  const unnamed = (first: readonly First[] | readonly string[], names: ReadonlyMap<string, Named>) =>
    first.map((one) => (typeof one === 'string' ? one : one.id)).filter((id) => !names.has(id));
  const asked = {
    sitesInUse: siteId === null && sitesInUse === null,
    sites: unnamed(siteId === null ? ranked.siteIds : [siteId], sites).filter((id) => !sitesInUse?.has(id)),
    guards: unnamed(ranked.guards, guards),
    checkpoints: unnamed(ranked.missed, checkpoints),
  };
  const isNone =
    !asked.sitesInUse && asked.sites.length + asked.guards.length + asked.checkpoints.length === 0;
  return isNone ? null : asked;
}

/** Those in use, and those that there is something to tell of; by name. */
export function sitesNamed(
  { sitesInUse, sites }: Names,
  siteId: string | null,
  told: readonly string[],
): NamedSite[] {
  if (siteId !== null) {
    const site = sites.get(siteId) ?? sitesInUse?.get(siteId);
    return site !== undefined && (site.isInUse || told.includes(siteId)) ? [site] : [];
  }
  const inUse = [...(sitesInUse?.values() ?? [])];
  const others = told.flatMap((id) => (sitesInUse?.has(id) ? [] : (sites.get(id) ?? [])));
  if (others.length === 0) return inUse;
  return [...inUse, ...others].toSorted(compareNames).slice(0, namedSitesMax);
}

/** As the database compares them. */
function compareNames(one: Named, other: Named): number {
  if (one.sortName !== other.sortName) {
    const order = compareFolded(one.sortName, other.sortName);
    // What differs in zeros in front alone is told apart by its letters.
    return order === 0 ? (one.sortName < other.sortName ? -1 : 1) : order;
  }
  return one.id < other.id ? -1 : 1;
}

/** The first so many of those that have a name, in their order, with it. */
export function firstNamed<Some extends Named>(
  first: readonly First[],
  names: ReadonlyMap<string, Some>,
  count: number,
): (readonly [First, Some])[] {
  const found: (readonly [First, Some])[] = [];
  for (const one of first) {
    const named = names.get(one.id);
    if (named === undefined) continue;
    let place = found.length;
    while (place > 0 && isBefore(one, named, found[place - 1])) place -= 1;
    if (place < count) found.splice(place, 0, [one, named]);
    if (found.length > count) found.pop();
  }
  return found;
}

function isBefore({ rank }: First, named: Named, other: readonly [First, Named] | undefined): boolean {
  if (other === undefined) return false;
  const [{ rank: otherRank }, otherNamed] = other;
  return rank < otherRank || (rank === otherRank && compareNames(named, otherNamed) < 0);
}
