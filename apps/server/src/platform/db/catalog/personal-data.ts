// The tables of docs/security/personal-data.md, written from the comments of the database.
import type { Table } from './catalog.queries.ts';

const mark = 'personal: ';
const ofSection = / Personal data: ([^.]+)\.$/;

export const isPersonal = ({ comment }: { readonly comment: string | null }): boolean =>
  comment?.startsWith(mark) ?? false;

/** The sentence without its mark. */
export const sentenceOf = ({ comment }: { readonly comment: string | null }): string =>
  (comment ?? '').replace(mark, '').replace(ofSection, '');

/** The heading of the page that says why a table's personal data is stored; null for a table without any. */
export const sectionOf = ({ comment }: Table): string | null => ofSection.exec(comment ?? '')?.[1] ?? null;

const named = ({ columns }: Table, which: boolean) =>
  columns
    .filter((column) => column.name !== 'tenant_id' && isPersonal(column) === which)
    .map(({ name }) => `\`${name}\``);

function rows(tables: readonly Table[], heading: string, which: boolean): string {
  const written = tables.flatMap((table) => {
    const columns = named(table, which);
    return columns.length === 0 ? [] : [`| \`${table.name}\` | ${columns.join(', ')} |`];
  });
  return [`| table | ${heading} |`, '| --- | --- |', ...written].join('\n');
}

/** What a table lacks or has too much of, a sentence each. */
export function personalFaults(tables: readonly Table[], page: string): string[] {
  const headings = new Set([...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading));
  return tables.flatMap((table) => {
    const section = sectionOf(table);
    const isAny = table.columns.some(isPersonal);
    if (section === null)
      return isAny ? [`${table.name}: its comment must end "Personal data: HEADING."`] : [];
    if (!headings.has(section)) return [`${table.name}: the page has no heading "${section}"`];
    return isAny ? [] : [`${table.name}: names "${section}", and none of its columns is "${mark.trim()}"`];
  });
}

const placeOfTables = /^<!-- (personal|other) columns(?:: (.+?))? -->\n[^]*?<!-- end -->$/gm;

/** The page with its tables as the comments say; what people wrote in it stays. */
export function personalDataPage(tables: readonly Table[], page: string): string {
  return page.replaceAll(placeOfTables, (_, which: string, section: string | undefined) => {
    const isOther = which === 'other';
    const those = isOther ? tables : tables.filter((table) => sectionOf(table) === section);
    const body = rows(those, isOther ? 'other columns' : 'personal columns', !isOther);
    const start = `<!-- ${which} columns${section === undefined ? '' : `: ${section}`} -->`;
    return `${start}\n${body}\n<!-- end -->`;
  });
}
