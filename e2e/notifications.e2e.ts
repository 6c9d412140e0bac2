// The bell: from what a guard's phone sends to what the console tells, in every tab and over every broken line.
import { bellOf, endRounds, enter, entriesOf, panelOf, send, unread } from './bell.ts';
import { accessibilityFaults, expect, password, subAdmin, superAdmin } from './journey.ts';
import { signInWith, test } from './own-product.ts';
import { clock } from './report-page.ts';
import { faultsInEveryDress } from './signed-in.ts';

test.use({ file: 'notifications' });

/** More than a page of entries, whichever journey runs alone. */
test.beforeAll(async ({ playwright, product }) => {
  const request = await playwright.request.newContext({ baseURL: product.url });
  await endRounds(request, 12);
  await request.dispose();
});

test('[HEAD-01] [HEAD-03] [NOTIF-05] a round that ends incompleted is on the bell at once, with a word that leads to it', async ({
  page,
  request,
}) => {
  await enter(page);
  const [id] = await endRounds(request, 1);
  await expect(bellOf(page)).toHaveAccessibleName(unread(1));
  await expect(bellOf(page)).toContainText('1');
  const toast = page.getByRole('status').filter({ hasText: 'Round not completed' });
  await expect(toast).toContainText(/with 1 of \d+ checkpoints scanned/);
  await toast.getByRole('button', { name: 'View' }).click();
  await expect(page).toHaveURL(new RegExp(`scanned-checkpoints-details\\?id=${id}`));
  await page.reload();
  await expect(bellOf(page)).toHaveAccessibleName(unread(1));
});

test('[NOTIF-01] [NOTIF-02] [NOTIF-03] the panel pages through what came, ten at a time, and says when there is no more', async ({
  page,
  request,
}) => {
  await enter(page);
  await endRounds(request, 13);
  await expect(bellOf(page)).toHaveAccessibleName(unread(13));
  const { data } = await send(page, 'GET', 'list?limit=100');
  const total: number = data.length;
  expect(total).toBeGreaterThanOrEqual(13);
  const asked: string[] = [];
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url());
    if (!pathname.endsWith('/notification/list')) return;
    asked.push(`${searchParams.get('offset')} ${searchParams.get('limit')}`);
  });

  await bellOf(page).click();
  await expect(panelOf(page)).toBeVisible();
  await expect(panelOf(page).getByRole('heading', { name: 'Notifications' })).toBeVisible();
  // At the right side, as high as the window.
  const screen = page.viewportSize();
  await expect
    .poll(() => panelOf(page).boundingBox())
    .toEqual({ x: (screen?.width ?? 0) - 420, y: 0, width: 420, height: screen?.height });
  await expect(bellOf(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(entriesOf(page)).toHaveCount(10);
  await expect(entriesOf(page).first()).toContainText('Round not completed');
  await expect(entriesOf(page).first()).toContainText(/with 1 of \d+ checkpoints scanned\./);
  const times = entriesOf(page).getByRole('time');
  await expect(times.first()).toHaveText(/^[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2} [AP]M$/);
  for (const [index, { createdAt }] of data.slice(0, 10).entries()) {
    await expect(times.nth(index)).toHaveAttribute('datetime', new Date(createdAt).toISOString());
    await expect(times.nth(index)).toContainText(clock(createdAt));
  }
  expect((await send(page, 'GET', 'unreadcount')).unReadcount).toBe(0);

  const more = panelOf(page).getByRole('button', { name: 'Load more' });
  for (let shown = 10; shown < total; shown += 10) {
    await more.click();
    await expect(entriesOf(page)).toHaveCount(Math.min(total, shown + 10));
  }
  await more.click();
  await expect(page.getByRole('status').filter({ hasText: 'no notification found' })).toBeVisible();
  await expect(page.locator('[data-severity="success"]')).toHaveText(/no notification found/);
  await expect(entriesOf(page)).toHaveCount(total);
  const pages = Math.ceil(total / 10) + 1;
  expect(asked).toEqual(Array.from({ length: pages }, (_, at) => `${at * 10} 10`));

  await page.keyboard.press('Escape');
  await expect(bellOf(page)).toHaveAccessibleName(unread(0));
  await bellOf(page).click();
  await expect(entriesOf(page)).toHaveCount(10);
  expect(asked.at(-1)).toBe('0 10');

  // Where a page is shorter than it was asked to be, the next one begins at its end.
  await page.keyboard.press('Escape');
  await page.route('**/secure/notification/list**', (route) =>
    route.continue({ url: route.request().url().replace('limit=10', 'limit=4') }),
  );
  await bellOf(page).click();
  await expect(entriesOf(page)).toHaveCount(4);
  await more.click();
  await expect(entriesOf(page)).toHaveCount(8);
  expect(asked.slice(-2)).toEqual(['0 10', '4 10']);
});

test('what comes while the panel is open stands above the others and is not counted', async ({
  page,
  request,
}) => {
  await enter(page);
  await bellOf(page).click();
  await expect(entriesOf(page)).toHaveCount(10);
  const [id] = await endRounds(request, 1);
  await expect(entriesOf(page)).toHaveCount(11);
  await expect(entriesOf(page).first().getByRole('link')).toHaveAttribute('href', new RegExp(`id=${id}$`));
  await expect(page.locator('[data-severity="info"]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bellOf(page)).toHaveAccessibleName(unread(0));
  expect((await send(page, 'GET', 'unreadcount')).unReadcount).toBe(0);
});

test('[NOTIF-02] an entry leads to its round and is read from then on; all can be read at once', async ({
  page,
  request,
}) => {
  await enter(page);
  const [id] = await endRounds(request, 2);
  await bellOf(page).click();
  const older = entriesOf(page).nth(1);
  await expect(older).toContainText('Unread');
  await older.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`scanned-checkpoints-details\\?id=${id}`));
  await expect(panelOf(page)).toBeHidden();

  await bellOf(page).click();
  await expect(older).not.toContainText('Unread');
  await expect(entriesOf(page).first()).toContainText('Unread');
  const all = panelOf(page).getByRole('button', { name: 'Mark all as read' });
  await page.route('**/secure/notification/read', (route) => route.abort());
  await all.click();
  await expect(page.getByText('The notifications could not be marked as read.')).toBeVisible();
  await expect(entriesOf(page).first()).toContainText('Unread');
  await page.unroute('**/secure/notification/read');
  await all.click();
  await expect(panelOf(page).getByText('Unread')).toHaveCount(0);
  await expect(all).toBeDisabled();
  await page.reload();
  await bellOf(page).click();
  await expect(entriesOf(page)).toHaveCount(10);
  await expect(panelOf(page).getByText('Unread')).toHaveCount(0);
});

test('[NOTIF-02] whoever was told nothing reads that there is nothing', async ({ page }) => {
  await page.route('**/secure/notification/list**', (route) =>
    route.continue({ url: `${route.request().url()}&upTo=0` }),
  );
  await enter(page, subAdmin);
  await bellOf(page).click();
  await expect(panelOf(page).getByText(/no notification found/i)).toHaveCount(1);
  await expect(panelOf(page).getByText('no notification found', { exact: true })).toBeVisible();
  await expect(panelOf(page).getByRole('button', { name: 'Load more' })).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('[NOTIF-02] an entry that leads nowhere looks so, and is read by a control of its own', async ({
  page,
}) => {
  // As of an incident, whose module this person may not open.
  await page.route('**/secure/notification/list**', async (route) => {
    const reply = await route.fetch();
    const { data, ...rest } = await reply.json();
    const unlinked = data.map((entry: object) => ({ ...entry, link: null, readAt: null }));
    await route.fulfill({ json: { data: unlinked, ...rest } });
  });
  await enter(page);
  await bellOf(page).click();
  const entry = entriesOf(page).filter({ hasText: 'Round not completed' }).first();
  await expect(entry).toContainText('Unread');
  await expect(entry.getByRole('link')).toHaveCount(0);
  await expect(entry.getByRole('button')).toHaveCount(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await entry.getByRole('button', { name: 'Mark as read' }).press('Enter');
  await expect(entry).not.toContainText('Unread');
  await expect(entry.getByRole('button')).toHaveCount(0);
  await expect(entry).toBeFocused();
});

test('a list that cannot be had says so and is asked for again', async ({ page }) => {
  await enter(page);
  await page.route('**/secure/notification/list**', (route) => route.abort());
  await bellOf(page).click();
  await expect(panelOf(page).getByRole('alert')).toHaveText(/could not be loaded/);
  await page.unroute('**/secure/notification/list**');
  await panelOf(page).getByRole('button', { name: 'Retry' }).click();
  await expect(entriesOf(page)).toHaveCount(10);
  await expect(panelOf(page).getByRole('alert')).toHaveCount(0);
});

test('[NOTIF-05] somebody chooses what to be told of, and is told of nothing else', async ({
  page,
  request,
}) => {
  await enter(page);
  await bellOf(page).click();
  await panelOf(page).getByRole('button', { name: 'Choose what you are told of' }).click();
  const dialog = page.getByRole('dialog', { name: 'What you are told of' });
  const left = dialog.getByRole('checkbox', { name: 'A round ends with checkpoints left out: Console' });
  await expect(left).toBeChecked();
  await expect(
    dialog.getByRole('checkbox', { name: /longer than its route expects: Console/ }),
  ).not.toBeChecked();
  expect(await accessibilityFaults(page)).toEqual([]);
  await left.uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your choices are saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await endRounds(request, 1);
  await panelOf(page).waitFor({ state: 'hidden' });

  await bellOf(page).click();
  await panelOf(page).getByRole('button', { name: 'Choose what you are told of' }).click();
  await expect(left).not.toBeChecked();
  await left.check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Escape');
  await endRounds(request, 1);
  await expect(bellOf(page)).toHaveAccessibleName(unread(1));
});

test('[NOTIF-05] an account hears of a new device, and the entry opens the list of its sessions', async ({
  page,
  browser,
  product,
}) => {
  await enter(page);
  await send(page, 'PUT', 'preferences', {
    preferences: [{ kind: 'newSignIn', channel: 'console', isOn: true }],
  });
  const elsewhere = await browser.newContext({ baseURL: product.url });
  await signInWith(await elsewhere.newPage(), superAdmin, password);
  await expect(bellOf(page)).toHaveAccessibleName(unread(1));
  await bellOf(page).click();
  const entry = entriesOf(page).first();
  await expect(entry).toContainText('New sign-in');
  await expect(entry).toContainText('Chrome, Linux, 127.0.0.1. Not you? Change your password.');
  await entry.getByRole('button').click();
  const sessions = page.getByRole('dialog', { name: 'Where you are signed in' });
  await expect(sessions).toBeVisible();
  await expect(panelOf(page)).toBeHidden();
  await page.goto('/#/manage-sites');
  await expect(sessions).toBeHidden();
  await elsewhere.close();
});

test('[NOTIF-01] the panel is a keyboard away, gives the focus back, fills a phone and is accessible in every dress', async ({
  page,
}) => {
  await enter(page);
  await bellOf(page).focus();
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeVisible();
  await expect(entriesOf(page)).toHaveCount(10);
  await page.keyboard.press('Tab');
  expect(await panelOf(page).evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
  expect(await faultsInEveryDress(page)).toEqual([]);
  expect(await panelOf(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
});
