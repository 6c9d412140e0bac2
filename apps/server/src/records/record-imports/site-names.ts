// Which site a cell of a spreadsheet names.
import { comparable } from '@watchpost/domain/readers/fold';
import { searchable } from '@watchpost/domain/readers/searchable';

export interface NamedSite {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Sites by searchable() of their names. */
export type SiteNames = ReadonlyMap<string, readonly NamedSite[]>;

export function siteNames(sites: readonly NamedSite[]): SiteNames {
  const found = new Map<string, NamedSite[]>();
  for (const site of sites) {
    const key = searchable(site.name);
    found.set(key, [...(found.get(key) ?? []), site]);
  }
  return found;
}

/** The one site of that name; of several that differ in accents alone the one that is written the same way. */
export function siteOfName(
  sites: SiteNames,
  name: string,
): { readonly site: NamedSite } | { readonly site: null; readonly message: string } {
  const alike = sites.get(searchable(name)) ?? [];
  const same = alike.filter((site) => comparable(site.name) === comparable(name));
  const [site, ...others] = same.length > 0 ? same : alike;
  if (site === undefined) return { site: null, message: 'import_site_unknown' };
  return others.length > 0 ? { site: null, message: 'import_site_ambiguous' } : { site };
}
