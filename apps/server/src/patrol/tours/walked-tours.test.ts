// From a tour made at a console to a round walked with a phone, by the product's own jobs.
import { beforeAll, expect, it, vi } from 'vitest';
import { makeFieldSite, roundEnded, roundStarted, scanned, sendBatch } from '../field/field-site.testing.ts';
import { tourJobs } from './tours.jobs.ts';
import { makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';

let server: TestApp;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, tourJobs());
});

it('[MNG-07] a tour makes rounds due at once, and a guard who walks one fulfils it', async () => {
  const site = await makeFieldSite(server);
  const { tenant, siteId, device } = site;
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const soon = new Date(Date.now() + 6 * 60_000);
  const { timeZone, routes } = (
    await admin('GET', '/secure/patrol-tours/choices', { query: { site: siteId } })
  ).json();
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(soon)
    .split(':')
    .map(Number);
  const made = await admin('POST', '/secure/patrol-tours', {
    body: {
      name: 'Soon',
      routeId: routes[0].id,
      shiftId: null,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      schedule: { kind: 'times', minutes: [hour * 60 + minute] },
      guardIds: [],
      startWindowMinutes: 15,
      graceMinutes: 10,
      validFrom: '2020-01-01',
      validTo: null,
      skipsHolidays: true,
    },
  });
  const tour: string = made.json().id;
  const first = async () => {
    const { data } = (await admin('GET', '/secure/due-rounds', { query: { tour } })).json();
    return data.at(-1);
  };
  await vi.waitFor(async () => expect(await first()).toMatchObject({ status: 'due', round: null }), 60_000);

  const startedAtMs = Date.now();
  const start = roundStarted(site, { deviceAtMs: startedAtMs });
  await sendBatch(device, [start]);
  await vi.waitFor(
    async () =>
      expect(await first()).toMatchObject({
        status: 'inProgress',
        round: { id: start.id, begunAtMs: startedAtMs },
      }),
    60_000,
  );
  const scans = site.planned.map((_point, index) =>
    scanned(site, start.id, index, { deviceAtMs: startedAtMs + 1 }),
  );
  await sendBatch(device, [...scans, roundEnded(start.id, { deviceAtMs: startedAtMs + 2 })]);
  await vi.waitFor(async () => expect(await first()).toMatchObject({ status: 'completed' }), 60_000);
});
