// What happens in the middle of an export: its reader goes away, and rounds arrive.
import { once } from 'node:events';
import http from 'node:http';
import pg from 'pg';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeCheckpoint, makeRoute, makeUser } from '../../testing/factories.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { fileClockOf } from '../../platform/exports/report-zone.queries.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { arrive, listPath, makeReportWorld, type RoundAtTime, type ReportWorld } from './report.testing.ts';
import { scannedReportRows } from './round-export.service.ts';
import { findTotals } from './scanned-checkpoints.queries.ts';

const exportPath = `${listPath}/export`;
const roundCount = 2_000;
/** The export reads the scans of a hundred rounds at once. */
const readsOfAll = roundCount / 100;
const startMs = Date.UTC(2026, 2, 5);

let server: TestApp;
let world: ReportWorld;
beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  world = await makeReportWorld(server);
  const siteId = world.siteIds[0] ?? '';
  const checkpoints = [];
  for (let each = 0; each < 40; each += 1)
    checkpoints.push(await makeCheckpoint(owner, world.tenant, siteId));
  const { versionId } = await makeRoute(owner, world.tenant, siteId, checkpoints);
  const round = { site: 0, guard: 0, totalCheckPoints: checkpoints.length };
  await arrive(
    owner,
    world,
    Array.from({ length: roundCount }, (_, index) => ({ ...round, startedAtMs: startMs + index })),
  );
  await owner.updateTable('rounds').set({ route_version_id: versionId }).execute();
});
afterEach(() => vi.restoreAllMocks());

it('[EXP-04] stops reading the database when its reader goes away', async () => {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const reads = () =>
    queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('FROM scans WHERE')).length;
  const whole = await world.superAdmin('GET', exportPath, { query: { format: 'csv' } });
  expect([whole.statusCode, reads()]).toEqual([200, readsOfAll]);
  queries.mockClear();

  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const closed = new Promise((resolve) => {
    server.app.server.once('request', (_request, response) => response.once('close', resolve));
  });
  const user = await makeUser(server.owner, world.tenant);
  const request = http.get(`${origin}/api/${world.tenant.slug}${exportPath}?format=csv`, {
    headers: await sessionHeaders(server.owner, world.tenant, { userId: user.id }),
  });
  request.once('response', (response: http.IncomingMessage) => {
    response.once('readable', () => response.destroy());
  });
  await once(request, 'close');
  await closed;
  const readsWhenLeft = reads();
  expect(readsWhenLeft).toBeGreaterThan(0);
  // Whole requests later, at most what was under way has been finished.
  for (let each = 0; each < 10; each += 1) await world.superAdmin('GET', listPath);
  expect(reads()).toBeLessThanOrEqual(readsWhenLeft + 1);
  expect(reads()).toBeLessThan(readsOfAll);
});

it('[EXP-01] leaves out the rounds that arrive while it is read', async () => {
  const round = (index: number): RoundAtTime => ({ site: 1, guard: 0, startedAtMs: startMs + index });
  const { owner, database } = server;
  const there = await arrive(
    owner,
    world,
    Array.from({ length: 250 }, (_, index) => round(index)),
  );
  const scope = { db: database.forTenant(world.tenant.id), tenantId: world.tenant.id, siteId: null };
  const filter = { siteId: world.siteIds[1] ?? '', guardIds: null, range: null, isAscending: true };
  const { asOf } = await findTotals(scope, filter);
  const clock = fileClockOf({ timeZone: 'UTC', sites: null });
  const read: unknown[] = [];
  for await (const rows of scannedReportRows(scope, filter, { asOf, clock })) {
    // Behind all that is there, so that a later reading would come to it.
    if (read.length === 0) await arrive(owner, world, [round(1_000)]);
    read.push(...rows.map(([id]) => id));
  }
  expect(read).toEqual(there);
});
