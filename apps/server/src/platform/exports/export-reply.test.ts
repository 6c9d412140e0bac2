// Every table that can be had on paper, generated over all endpoints: one that is added joins by itself.
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pdfText } from '../tables-out/pdf-text.testing.ts';
import { makeWorld } from '../../testing/endpoint-samples.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp } from '../../testing/test-app.ts';

const server = await testApp();
const world = await makeWorld(server.owner);
const admin = await browserOf(server, world.tenant, world.superAdminId);
const made = String.raw`\d\d/\d\d/\d\d \d\d:\d\d [AP]M \(Asia/Kolkata\)`;
const headers = { timezone: 'Asia/Kolkata' };

function comesOnPaper({ query }: Endpoint): boolean {
  const format = query instanceof z.ZodMiniObject ? query.shape['format'] : undefined;
  return format instanceof z.ZodMiniEnum && format.options.includes('pdf');
}
/** Those of which the samples have nothing: late-shown.test.ts has this one. */
const withoutRows: ReadonlySet<string> = new Set(['/secure/scanned-checkpoints/late/export']);
const papers = allEndpoints.filter((each) => comesOnPaper(each) && !withoutRows.has(each.path));

async function pagesOf(path: string, query: Readonly<Record<string, string>>): Promise<string[]> {
  const reply = await admin('GET', path, { query: { ...query, format: 'pdf' }, headers });
  expect([path, reply.statusCode]).toEqual([path, 200]);
  return pdfText(reply.rawPayload);
}

it('[GRID-07] lists, reports and the audit log come on paper', () => {
  expect(papers.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/secure/sites/export',
      '/secure/scanned-checkpoints/export',
      '/secure/login-logout/export',
      '/secure/audit-log/export',
    ]),
  );
});

describe.each(papers.map(({ path }) => ({ path })))('[GRID-07] $path on paper', ({ path }) => {
  it('names the company above the title, and on each page with when it was made', async () => {
    const { name } = await server.owner
      .selectFrom('tenants')
      .select('name')
      .where('tenant_id', '=', world.tenant.id)
      .executeTakeFirstOrThrow();
    const pages = await pagesOf(path, {});
    expect(pages[0]?.startsWith(name)).toBe(true);
    for (const page of pages) expect(page).toMatch(new RegExp(`${name}, .+\\. Made ${made}`, 'u'));
  });
});

it('[GRID-07] the audit log on paper says what it was narrowed to', async () => {
  const [whole = ''] = await pagesOf('/secure/audit-log/export', {});
  expect(whole).toContain('Times of Asia/Kolkata');
  expect(whole).not.toContain('Not the whole list');
  const narrowed = { action: 'export.made', from: '2026-11-01', to: '2026-12-31' };
  const [page] = await pagesOf('/secure/audit-log/export', narrowed);
  expect(page).toContain('01/11/26 to 31/12/26, Times of Asia/Kolkata');
  expect(page).toContain('Not the whole list. Only: action export.made');
});
