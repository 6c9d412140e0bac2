// A reader who goes away in the middle of an export.
import { once } from 'node:events';
import http from 'node:http';
import pg from 'pg';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeCheckpoint, makeRoute, makeUser } from '../../testing/factories.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { arrive, listPath, makeReportWorld, type ReportWorld } from './report.testing.ts';

const exportPath = `${listPath}/export`;
const roundCount = 2_000;
/** The export reads the scans of a hundred rounds at once. */
const readsOfAll = roundCount / 100;

let server: TestApp;
let world: ReportWorld;
beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  world = await makeReportWorld(server);
  const siteId = world.siteIds[0] ?? '';
  const places = [];
  for (let each = 0; each < 40; each += 1) places.push(await makeCheckpoint(owner, world.tenant, siteId));
  const { versionId } = await makeRoute(owner, world.tenant, siteId, places);
  const round = { site: 0, guard: 0, totalCheckPoints: places.length };
  const startMs = Date.UTC(2026, 2, 5);
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
