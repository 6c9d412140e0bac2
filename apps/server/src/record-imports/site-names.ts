// Which site a cell of a spreadsheet names.

export interface NamedSite {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Sites by foldAccents() of their names. */
export type SiteNames = ReadonlyMap<string, readonly NamedSite[]>;

const foldName = (name: string): string => name.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** As the lists' search folds: without accents and in any case. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

const foldAccents = (name: string): string => foldName(foldText(name));

export function siteNames(sites: readonly NamedSite[]): SiteNames {
  const found = new Map<string, NamedSite[]>();
  for (const site of sites) {
    const key = foldAccents(site.name);
    found.set(key, [...(found.get(key) ?? []), site]);
  }
  return found;
}

/** The one site of that name; of several that differ in accents alone the one that is written the same way. */
export function siteOfName(
  sites: SiteNames,
  name: string,
): { readonly site: NamedSite } | { readonly site: null; readonly message: string } {
  const alike = sites.get(foldAccents(name)) ?? [];
  const same = alike.filter((site) => foldName(site.name) === foldName(name));
  const [site, ...others] = same.length > 0 ? same : alike;
  if (site === undefined) return { site: null, message: 'import_site_unknown' };
  return others.length > 0 ? { site: null, message: 'import_site_ambiguous' } : { site };
}
