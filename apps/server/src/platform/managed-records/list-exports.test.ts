// Every list of records against its files, generated over all endpoints: a list that is added joins by itself.
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { type ExportFormat, exportFormats } from '@watchpost/contract/exports';
import { pageSizeMax } from '@watchpost/domain/limits';
import { readXls, readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pdfText } from '../tables-out/pdf-text.testing.ts';
import { makeWorld } from '../../testing/endpoint-samples.ts';
import { makeSite } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeSpareRecords } from '../../testing/spare-records.ts';
import { testApp } from '../../testing/test-app.ts';

const server = await testApp();
const world = await makeWorld(server.owner);
// Of another site, so that a list by site is not the whole of it.
await makeSpareRecords(server.owner, world.tenant, await makeSite(server.owner, world.tenant));
const admin = await browserOf(server, world.tenant, world.superAdminId);

/** Rows of managed records carry a version; those of reports do not. */
function listsRecords({ method, path, reply }: Endpoint): boolean {
  const data = reply instanceof z.ZodMiniObject ? reply.shape['data'] : undefined;
  const row = data instanceof z.ZodMiniArray ? data._zod.def.element : undefined;
  return method === 'GET' && !path.includes(':') && row instanceof z.ZodMiniObject && 'version' in row.shape;
}
const choices = ({ query }: Endpoint): Readonly<Record<string, unknown>> =>
  query instanceof z.ZodMiniObject ? query.shape : {};

/** Every list of records with the endpoint of its files. */
const lists = allEndpoints.filter(listsRecords).map((list) => {
  const file = allEndpoints.find(({ path }) => path === `${list.path}/export`);
  if (file === undefined) throw new Error(`${list.path} has no file`);
  return { name: list.path.replace('/secure/', ''), list, file };
});

type Query = Readonly<Record<string, string>>;
interface Row {
  readonly id: string;
}

async function rowsListed(list: Endpoint, query: Query): Promise<Row[]> {
  const rows: Row[] = [];
  for (let isMore = true; isMore; ) {
    const page = { ...query, offset: String(rows.length), limit: String(pageSizeMax) };
    const reply = await admin('GET', list.path, { query: page });
    expect([reply.statusCode, query]).toEqual([200, query]);
    const { count, data } = reply.json();
    rows.push(...data);
    isMore = rows.length < count;
  }
  return rows;
}

async function fileOf(file: Endpoint, query: Query): Promise<Buffer> {
  const reply = await admin('GET', file.path, { query: { ...query } });
  expect([reply.statusCode, query]).toEqual([200, query]);
  expect(reply.headers['content-disposition']).toContain(`.${query['format']}`);
  return reply.rawPayload;
}

const sheetIds = (rows: readonly (readonly unknown[] | undefined)[]): unknown[] =>
  rows.slice(1).map((row) => row?.at(-1));

/** Ids of the file's rows in their order: every list has them in its last column. */
const idsIn: Readonly<Record<ExportFormat, (bytes: Buffer) => Promise<unknown[]>>> = {
  csv: async (bytes) => [...bytes.toString('utf8').matchAll(/([0-9a-f-]{36})"?\r?$/gmu)].map(([, id]) => id),
  xls: async (bytes) => sheetIds((await readXls(bytes)).sheets[0]?.rows ?? []),
  xlsx: async (bytes) => sheetIds((await readXlsx(bytes)).sheets[0]?.rows ?? []),
  pdf: async (bytes) => {
    return [
      ...(await pdfText(bytes))
        .join('\n')
        .replaceAll(/\s/g, '')
        .matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g),
    ].map(([id]) => id);
  },
};

/** What the audit log says of the latest file. */
async function lastExport(): Promise<unknown> {
  const entry = await server.owner
    .selectFrom('audit_entries')
    .select('after')
    .where('tenant_id', '=', world.tenant.id)
    .where('action', '=', 'export.made')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return entry?.after;
}

/** What a list can be filtered and sorted by, one at a time; each leaves something. */
function queriesOf(list: Endpoint, rows: readonly Row[]): [string, Query][] {
  const shape = choices(list);
  const sortable = 'sortColumn' in shape ? optionsOf(shape['sortColumn']) : [];
  const value = textOf(rows[0]);
  return [
    ['as it opens', {}],
    ['searched', { searchText: value }],
    ...('site' in shape ? [['of a site', { site: world.siteId }] satisfies [string, Query]] : []),
    ...(optionsOf(shape['status']).includes('active')
      ? [['active alone', { status: 'active' }] satisfies [string, Query]]
      : []),
    ...sortable.flatMap((sortColumn) =>
      ['asc', 'desc'].map((sortType): [string, Query] => [
        `by ${sortColumn} ${sortType}`,
        { sortColumn, sortType },
      ]),
    ),
  ];
}

function optionsOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodMiniOptional)) return [];
  const inner = schema._zod.def.innerType;
  return inner instanceof z.ZodMiniEnum ? inner.options.map(String) : [];
}

/** A word by which its search finds the row. */
function textOf(row: Row | undefined): string {
  const texts = Object.entries(row ?? {}).filter(([name]) => /^(?:name|firstName|type)$/.test(name));
  return String(texts[0]?.[1] ?? '').split(' ')[0] ?? '';
}

it('[GRID-07] there is a file for the list of every module', () => {
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sites', 'guards', 'shifts', 'patrol-routes', 'incidents']),
  );
});

describe.each(lists)('[GRID-07] the list of $name', ({ list, file }) => {
  it('says on paper what it was narrowed to', async () => {
    const searchText = textOf((await rowsListed(list, {}))[0]);
    const [narrowed, stated] =
      searchText === '' ? [{ site: world.siteId }, 'one site'] : [{ searchText }, `search “${searchText}”`];
    const [page = ''] = await pdfText(await fileOf(file, { ...narrowed, format: 'pdf' }));
    expect(page).toContain(`Not the whole list. Only: ${stated}`);
    const [whole = ''] = await pdfText(await fileOf(file, { format: 'pdf' }));
    expect(whole).not.toContain('Not the whole list');
  });

  it('is exported as it is searched, filtered and sorted, and the audit log records that', async () => {
    const all = await rowsListed(list, {});
    expect(all.length).toBeGreaterThan(1);
    for (const [what, query] of queriesOf(list, all)) {
      const listed = (await rowsListed(list, query)).map(({ id }) => id);
      expect([what, listed.length]).not.toEqual([what, 0]);
      const written = await idsIn.csv(await fileOf(file, { ...query, format: 'csv' }));
      expect([what, written]).toEqual([what, listed]);
      expect(await lastExport()).toEqual({ ...query, format: 'csv', rows: listed.length });
    }
  });

  it.each(exportFormats)('holds the same rows as .%s, under a filter', async (format) => {
    const query: Query = 'site' in choices(list) ? { site: world.siteId } : { sortType: 'desc' };
    const listed = (await rowsListed(list, query)).map(({ id }) => id);
    expect(await idsIn[format](await fileOf(file, { ...query, format }))).toEqual(listed);
  });
});
