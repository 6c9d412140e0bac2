// The database as files that people read: a file for each area with its tables, and one for each function.
import { commentsIn } from '../schema-comments.ts';
import type { SchemaFiles } from '../schema-files.ts';
import type { Catalog, Collation, Table } from './catalog.queries.ts';
import { routineText } from './routine-text.ts';
import { tableText } from './table-text.ts';

/** In the order in which each may refer to those before it; the same as the areas of the server. */
export const areas = {
  platform: 'What every part needs: companies, files, mail, jobs, push and the audit log.',
  accounts: 'Who signs in to the console and how: users, sessions, second factors and identity providers.',
  company: 'What a company sets for itself: settings, information pages and notifications.',
  records:
    'What is planned and managed: sites, guards, checkpoints, shifts, routes, tours, devices and imports.',
  patrol:
    'What happens in the field: rounds, scans, due rounds, duties, exceptions, incidents, SOS and the log.',
  reports: 'What reports add up from, and reports that are mailed by schedule.',
  lifecycle: 'How records leave: retention, archives and the erasure of personal data.',
} as const;
export type Area = keyof typeof areas;
export const areaNames = Object.keys(areas).filter((name): name is Area => name in areas);

/** Which tables each area's file has, in the order that people gave them. */
export function placesIn(files: SchemaFiles): ReadonlyMap<Area, readonly string[]> {
  return new Map(
    areaNames.map((area) => [area, commentsIn(files.get(`${area}.sql`) ?? '').map(({ table }) => table)]),
  );
}

/** A new table goes to the last area that it points at, at the end. Move it in the file and write again. */
function areaOfNew(table: Table, areaOf: ReadonlyMap<string, Area>): Area {
  const targets = table.constraints.flatMap(({ target }) => (target === null ? [] : [areaOf.get(target)]));
  return areaNames.toReversed().find((area) => targets.includes(area)) ?? 'platform';
}

/** The tables of each area: those that its file has, in its order, and then those that no file has yet. */
export function tablesByArea(catalog: Catalog, files: SchemaFiles): ReadonlyMap<Area, readonly Table[]> {
  const areaOf = new Map<string, Area>();
  for (const [area, names] of placesIn(files)) for (const name of names) areaOf.set(name, area);
  const orders = [...placesIn(files).values()].flat();
  for (const table of catalog.tables) {
    if (!areaOf.has(table.name)) areaOf.set(table.name, areaOfNew(table, areaOf));
  }
  const placeOf = ({ name }: Table) => (orders.includes(name) ? orders.indexOf(name) : orders.length);
  const sorted = catalog.tables.toSorted((one, other) => placeOf(one) - placeOf(other));
  return new Map(areaNames.map((area) => [area, sorted.filter(({ name }) => areaOf.get(name) === area)]));
}

const collationText = ({ name, locale }: Collation) =>
  `CREATE COLLATION ${name} (provider = icu, locale = '${locale}');`;

function areaText(area: Area, catalog: Catalog, tables: readonly Table[]): string {
  const beforeTables =
    area === 'platform'
      ? [
          ...catalog.extensions.map((name) => `CREATE EXTENSION ${name};`),
          ...catalog.collations.map(collationText),
        ]
      : [];
  const blocks = [`-- ${areas[area]}`, ...beforeTables, ...tables.map(tableText)];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * All files of the schema as the catalog has it; `files` says where tables have their place. Lines of code may be longer
 * than lines of comment, which are broken.
 */
export function schemaText(catalog: Catalog, files: SchemaFiles): SchemaFiles {
  const byArea = tablesByArea(catalog, files);
  return new Map([
    ...areaNames.map((area) => [`${area}.sql`, areaText(area, catalog, byArea.get(area) ?? [])] as const),
    ...catalog.routines.map(
      (routine) => [`functions/${routine.name}.sql`, `${routineText(routine)}\n`] as const,
    ),
  ]);
}
