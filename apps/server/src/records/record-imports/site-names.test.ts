import { expect, it } from 'vitest';
import { siteNames, siteOfName } from './site-names.ts';

const sites = siteNames(
  ['Mill', 'Café', 'Cafe', 'Yard', 'YARD', 'Nôtre  Dame'].map((name, at) => ({
    id: `${at}`,
    name,
    latitude: 0,
    longitude: 0,
  })),
);

it.each([
  ['mill', '0'],
  ['CAFÉ', '1'],
  ['cafe', '2'],
  ['notre dame', '5'],
  ['yard', 'import_site_ambiguous'],
  ['Moon', 'import_site_unknown'],
  ['', 'import_site_unknown'],
])('the site that %j names', (name, expected) => {
  const found = siteOfName(sites, name);
  expect(found.site === null ? found.message : found.site.id).toBe(expected);
});
