// A round that a phone sends a month late: it stays missed, and somebody accepts it with a reason.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { password } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const minute = 60_000;
const day = 1_440 * minute;
/** Five past two at night, at the site. */
const dueAtMs = Math.floor((Date.now() - 29 * day + 330 * minute) / day) * day - 330 * minute + 125 * minute;
const checkpointId = randomUUID();
const versionId = randomUUID();

/** A tour of one checkpoint with two rounds that were due a day apart, and a guard who walks them. */
async function makeTour(): Promise<void> {
  const checkpoint = { checkpointId, name: 'Gate', latitude: 18.52, longitude: 73.85, radiusMetres: 50 };
  await tenant.run(
    `WITH place AS (INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude, radius_metres)
        SELECT tenant_id, $1::uuid, id, 'Gate', 18.52, 73.85, 50 FROM sites),
      route AS (INSERT INTO patrol_routes (tenant_id, id, site_id, name)
        SELECT tenant_id, gen_random_uuid(), id, 'Night route' FROM sites RETURNING *),
      version AS (INSERT INTO route_versions (tenant_id, id, route_id, site_id, name, is_fixed_order, checkpoints)
        SELECT tenant_id, $2::uuid, id, site_id, name, false, $3::jsonb FROM route),
      tour AS (INSERT INTO patrol_tours (tenant_id, id, route_id, name)
        SELECT tenant_id, gen_random_uuid(), id, 'Night walk' FROM route RETURNING *)
      INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms,
        missed_at_ms)
      SELECT r.tenant_id, gen_random_uuid(), t.id, r.site_id, r.id, t.name, r.name, at.ms, at.ms + 900000, at.ms + 1500000
      FROM route r, tour t, unnest(ARRAY[$4::bigint, $5::bigint]) AS at (ms)`,
    [checkpointId, versionId, JSON.stringify([checkpoint]), dueAtMs, dueAtMs + day],
  );
  await tenant.run(
    `WITH made AS (INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name, secret_hash)
        SELECT tenant_id, gen_random_uuid(), 'N1', 'Nilesh', 'More', password_hash FROM users LIMIT 1 RETURNING *)
      INSERT INTO guard_sites (tenant_id, guard_id, site_id) SELECT m.tenant_id, m.id, s.id FROM made m, sites s`,
  );
}

/** All of a round that the phone says was walked then. */
async function sendRound(startedAtMs: number): Promise<void> {
  const ask = async (path: string, data: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const reply = await fetch(`${tenant.url}/api/acme${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(data),
    });
    expect(reply.status).toBe(200);
    return reply.json();
  };
  const entry = { employeeId: 'N1', secret: password, deviceId: randomUUID() };
  const { accessToken } = await ask('/field/signin', entry);
  const roundId = randomUUID();
  const position = { latitude: 18.52, longitude: 73.85, accuracyMetres: 5 };
  const scan = { id: randomUUID(), roundId, checkpointId, method: 'typed', position };
  const events = [
    { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: startedAtMs },
    { kind: 'checkpointScanned', ...scan, deviceAtMs: startedAtMs + 5 * minute },
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: startedAtMs + 10 * minute },
  ];
  const { refused } = await ask('/field/events', { sentAtMs: Date.now(), events }, accessToken);
  expect(refused).toEqual([]);
}

test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await makeTour();
  await sendRound(dueAtMs + 5 * minute);
  await sendRound(dueAtMs + day + 5 * minute);
  // The job of the minute judges them, and opens their exceptions.
  await expect
    .poll(async () => (await tenant.rows(`SELECT id FROM exceptions WHERE kind = 'missed'`)).length, {
      timeout: 120_000,
    })
    .toBe(2);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const dues = 'manage-patrol-tours/due-rounds?sentLate=open';
const dueRows = (page: Page) =>
  page.getByRole('grid', { name: 'Due rounds' }).getByRole('row').filter({ hasText: 'Night walk' });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('status').filter({ hasText: text });

test('[TRUTH-04] the list of due rounds shows who walked a missed one and when that arrived', async ({
  browser,
}) => {
  const page = await tenant.open(browser, dues);
  await expect(dueRows(page)).toHaveCount(2);
  await expect(dueRows(page).first()).toContainText('Missed');
  await expect(dueRows(page).first()).toContainText(/Nilesh More, arrived .+, 2\d days late\./);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[TRUTH-04] a round sent late is accepted by keyboard with a reason, and not without', async ({
  browser,
}) => {
  const page = await tenant.open(browser, dues);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dueRows(page).last().getByRole('button', { name: 'Accept late round' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Accept late round' });
  await expect(dialog).toContainText('Walked by Nilesh More at 02:10 AM');
  await expect(dialog).toContainText('1 of 1 checkpoints.');
  expect(await faultsInEveryDress(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Accept late round' }).press('Enter');
  await expect(dialog.getByText('Write why it counts.')).toBeVisible();
  await dialog.getByLabel('Why it counts*').fill('The phone lay in the boat');
  await dialog.getByRole('button', { name: 'Accept late round' }).press('Enter');
  await expect(toast(page, 'What was sent late for Night walk counts from now on.')).toBeVisible();
  await expect(dueRows(page)).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('completed');
  await page.goto(`/#/manage-patrol-tours/due-rounds?from=${dayOf(dueAtMs)}&to=${dayOf(dueAtMs)}`);
  await expect(dueRows(page)).toContainText('Completed');
  await expect(dueRows(page)).toContainText('Accepted by Asha Kale');
  await expect(dueRows(page)).toContainText('The phone lay in the boat');
});

const dayOf = (ms: number) => new Date(ms + 330 * minute).toISOString().slice(0, 10);

test('[TRUTH-04] the page of the missed round’s exception offers the same, and closes with the reason', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'patrolling-reports/exceptions?kind=missed');
  await page.getByRole('grid', { name: 'Exceptions' }).getByRole('link', { name: 'Details' }).first().click();
  const card = page.getByRole('region', { name: 'Sent late' });
  await expect(card).toContainText('It counts once somebody accepts it.');
  expect(await faultsInEveryDress(page)).toEqual([]);
  await card.getByRole('button', { name: 'Accept late round' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept late round' });
  await dialog.getByLabel('Why it counts*').fill('Seen on camera');
  await dialog.getByRole('button', { name: 'Accept late round' }).click();
  await expect(card).toContainText('Accepted by Asha Kale');
  await expect(card.getByRole('button', { name: 'Accept late round' })).toHaveCount(0);
  await expect(page.getByText('Closed: what was sent late was accepted')).toBeVisible();
});

test('[TRUTH-04] the report and the page of a round say when it arrived, and a file lists what was sent late', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'patrolling-reports/scanned-checkpoints');
  const rows = page.getByRole('grid', { name: 'Scanned checkpoints' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('sent late, arrived');
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'More file types' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Rounds sent late (.csv)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Rounds Sent Late.*\.csv$/);
  await rows.nth(1).getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('term').filter({ hasText: 'Sent late' })).toBeVisible();
  await expect(page.getByText(/It arrived .+ after it happened; up to 16 hours is usual\./)).not.toHaveCount(
    0,
  );
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[TRUTH-04] who may only see tours is told, and offered nothing', async ({ browser }) => {
  await tenant.run(`INSERT INTO tenant_settings (tenant_id, sub_admin_access)
    SELECT tenant_id, '{"PATROL_TOURS": ["view"]}' FROM tenants`);
  const page = await tenant.open(
    browser,
    `manage-patrol-tours/due-rounds?from=${dayOf(dueAtMs)}&to=${dayOf(dueAtMs)}`,
    people.sub,
  );
  await expect(dueRows(page)).toContainText('Accepted by Asha Kale');
  await expect(page.getByRole('button', { name: 'Accept late round' })).toHaveCount(0);
});
