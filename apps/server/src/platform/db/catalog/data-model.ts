// docs/data-model.md: each area of the database with a picture and every column's sentence, written from its comments.
import type { Column, Table } from './catalog.queries.ts';
import { isPersonal, sectionOf, sentenceOf } from './personal-data.ts';
import { plainSql } from './plain-sql.ts';
import { type Area, areas } from './schema-text.ts';

const opening = `# Data model

Written by \`npm run db:snapshot\` from the comments of the database, which are in \`apps/server/src/platform/db/schema/*.sql\`. To change a
sentence, change it there and run the command again.

A picture shows an area's tables. A line says that rows of one table name a row of another: a solid line by a foreign key,
which the database checks; a broken line by an id alone, as tables do that are written often or outlive what they name. Every
table but \`tenants\` begins with \`tenant_id\`, and the lines to \`tenants\` are left out. Row-level security shows each
company its own rows alone.`;

/** Columns that name a row of a table which their own name does not say. */
const otherNames: Readonly<Record<string, string>> = {
  added_by: 'users',
  assignee_id: 'users',
  begun_by: 'guards',
  claimed_checkpoint_id: 'checkpoints',
  consent_id: 'mail_consents',
  current_version_id: 'route_versions',
  import_id: 'record_imports',
  logo_file_id: 'files',
  opened_by: 'users',
  owner_id: 'users',
  plan_id: 'floor_plans',
  recorded_names_id: 'recorded_names',
  report_id: 'scheduled_reports',
  route_id: 'patrol_routes',
  run_id: 'scheduled_report_runs',
  sos_id: 'sos_calls',
  tour_id: 'patrol_tours',
};

const namedTable = (column: string): string | null =>
  otherNames[column] ?? (column.endsWith('_id') ? `${column.slice(0, -'_id'.length)}s` : null);

interface Link {
  readonly from: string;
  readonly column: string;
  readonly to: string;
  readonly isKey: boolean;
  readonly isOptional: boolean;
}

function linksOf(table: Table, known: ReadonlySet<string>): Link[] {
  const keys = new Map(
    table.constraints.flatMap(({ kind, columns, target }) =>
      kind === 'f' && target !== null ? [[columns.at(-1), target] as const] : [],
    ),
  );
  return table.columns.flatMap(({ name, isNullable }) => {
    const key = keys.get(name);
    const to = key ?? namedTable(name);
    if (name === 'tenant_id' || to === null || !known.has(to) || to === table.name) return [];
    return [{ from: table.name, column: name, to, isKey: key !== undefined, isOptional: isNullable }];
  });
}

const picture = (links: readonly Link[], tables: readonly Table[]): string =>
  [
    '```mermaid',
    'erDiagram',
    ...tables.map(({ name }) => `  ${name}`),
    ...links.map(
      ({ from, column, to, isKey, isOptional }) =>
        `  ${from} }o${isKey ? '--' : '..'}${isOptional ? 'o|' : '||'} ${to} : ${column}`,
    ),
    '```',
  ].join('\n');

function columnRow(column: Column): string {
  const nullable = column.isNullable ? ', null' : '';
  const sentence = sentenceOf(column).replaceAll('|', '\\|');
  return `| \`${column.name}\` | ${plainSql(column.type)}${nullable} | ${isPersonal(column) ? 'personal' : ''} | ${sentence} |`;
}

function tableSection(table: Table): string {
  const section = sectionOf(table);
  const why =
    section === null
      ? ''
      : ` [Personal data](security/personal-data.md#${section.toLowerCase().replaceAll(' ', '-')}).`;
  return [
    `### ${table.name}\n`,
    `${sentenceOf(table)}${why}\n`,
    '| column | type | | meaning |',
    '| --- | --- | --- | --- |',
    ...table.columns.filter(({ name }) => name !== 'tenant_id').map(columnRow),
  ].join('\n');
}

function areaSection(area: Area, tables: readonly Table[], known: ReadonlySet<string>): string {
  const links = tables.flatMap((table) => linksOf(table, known));
  return [
    `## ${area}\n\n${areas[area]}`,
    picture(links, tables),
    ...tables.map((table) => tableSection(table)),
  ].join('\n\n');
}

/** The page as Markdown. */
export function dataModelPage(byArea: ReadonlyMap<Area, readonly Table[]>): string {
  const known = new Set([...byArea.values()].flat().map(({ name }) => name));
  const sections = [...byArea].map(([area, tables]) => areaSection(area, tables, known));
  return `${[opening, ...sections].join('\n\n')}\n`;
}
