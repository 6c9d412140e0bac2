// What the console makes of the server's refusals, and of a network that fails.
import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from '@playwright/test';
import { signIn, subAdmin } from './journey.ts';
import { expect, faultsInBothSchemes, openRoute, storedValue, test } from './signed-in.ts';

const listRoute = 'patrolling-reports/scanned-checkpoints';
const listCall = /\/secure\/scanned-checkpoints\?/;
const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const toast = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator('[data-severity]');
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' });
const unreachable = 'The server cannot be reached. Check your connection, then try again.';

test.describe('the calls', () => {
  test.use({ timezoneId: 'America/Lima' });

  test('[API-01] every signed-in call goes below the tenant with language, JSON, zone and credential', async ({
    page,
  }) => {
    const calls: Request[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api')) calls.push(request);
    });
    await openRoute(page, listRoute);
    await expect(rows(page).nth(1)).toBeVisible();
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      expect(new URL(call.url()).pathname).toMatch(/^\/api\/demo\/secure\//);
      // Pictures and event streams take no headers from a page: a stream's language stands in its address.
      if (['image', 'eventsource'].includes(call.resourceType())) continue;
      const headers = await call.allHeaders();
      expect(headers).toMatchObject({
        'accept-language': 'en',
        'content-type': 'application/json',
        accept: expect.stringContaining('application/json'),
        timezone: 'America/Lima',
        'x-xsrf-token': expect.stringMatching(/^[\w-]{20,}$/),
        cookie: expect.stringContaining('watchpost_session='),
      });
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  test("[API-01] the tenant's own address serves the console for the same session", async ({ page }) => {
    const asked = page.waitForRequest(listCall);
    await page.goto(`/demo/#/${listRoute}`);
    expect(new URL((await asked).url()).pathname).toBe('/api/demo/secure/scanned-checkpoints');
    await expect(rows(page).nth(1)).toBeVisible();
    expect((await page.goto('/demo'))?.url()).toMatch(/\/demo\/$/);
    expect((await page.goto('/nobodys-tenant/'))?.status()).toBe(404);
  });
});

test.describe('before sign-in', () => {
  test.use({ role: 'nobody' });

  test('[API-01] no zone and no credential go out', async ({ page }) => {
    const asked = page.waitForRequest(/\/api\/demo\/admin\/metadata$/);
    await openRoute(page, 'signin');
    const headers = await (await asked).allHeaders();
    expect(headers).toMatchObject({ 'accept-language': 'en', 'content-type': 'application/json' });
    for (const name of ['timezone', 'cookie', 'authorization', 'x-xsrf-token'])
      expect(headers).not.toHaveProperty(name);
  });

  test('[API-05] 401: a session that ended elsewhere leads to sign-in, saying why, and back after it', async ({
    page,
    context,
  }) => {
    await signIn(page, subAdmin);
    const route = `${listRoute}?from=2020-01-01&to=2020-01-31`;
    await page.goto(`/#/${route}`);
    await expect(page.getByText('No round matches these filters.')).toBeVisible();
    const [crossSite] = (await context.cookies()).filter(({ name }) => name === 'XSRF-TOKEN');
    const ended = await context.request.delete('/api/demo/secure/signout', {
      headers: { 'X-XSRF-TOKEN': crossSite?.value ?? '' },
    });
    expect(ended.status()).toBe(200);

    const reset = page.getByRole('main').getByRole('button', { name: 'Reset' }).first();
    const notice = page.getByText('Your session has ended. Please sign in again.').waitFor();
    // What the page asks by itself may hear of it before, and the message passes.
    await Promise.race([notice, reset.click({ timeout: 10_000 }).catch(() => {})]);
    await notice;
    await expect(page).toHaveURL(/#\/signin\?next=/);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

    await page.getByRole('button', { name: /Sub admin, one site/ }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(new RegExp(`#/${listRoute}`));
    await expect(rows(page).nth(1)).toBeVisible();
  });
});

test.describe('failures of a list', () => {
  test('[API-05] a lost network is named while the rows stay, and its return brings news', async ({
    page,
    context,
  }) => {
    await openRoute(page, 'manage-sites');
    await page.goto(`/#/${listRoute}`);
    await expect(rows(page).nth(1)).toBeVisible();
    await context.setOffline(true);
    // Whoever comes back to the tab has the list asked for at once, not at its next turn.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(page.getByText(unreachable)).toBeVisible();
    await expect(rows(page).nth(1)).toBeVisible();
    await expect(retry(page)).toBeEnabled();
    // Coming back is noticed without anybody pressing it.
    await context.setOffline(false);
    await expect(page.getByText(unreachable)).toHaveCount(0);
    await expect(rows(page).nth(1)).toBeVisible();
  });

  test('[API-05] a server that cannot be reached is named, and Retry works once it can', async ({ page }) => {
    await page.route(listCall, (route) => route.abort('connectionrefused'));
    await openRoute(page, listRoute);
    await expect(page.getByText(unreachable)).toBeVisible();
    await page.unroute(listCall);
    await retry(page).click();
    await expect(page.getByText(unreachable)).toHaveCount(0);
    await expect(rows(page).nth(1)).toBeVisible();
  });

  for (const status of [500, 502, 503])
    test(`[API-05] a ${status} from a broken proxy is explained where the rows would be, and leaves the session alone`, async ({
      page,
    }) => {
      await page.route(listCall, (route) =>
        route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad day</h1>' }),
      );
      await openRoute(page, listRoute);
      const message = page.getByText(`The server answered with status ${status} and no explanation.`);
      await expect(message).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`#/${listRoute}$`));
      expect(await storedValue(page, 'Token')).toBeDefined();
      await page.unroute(listCall);
      await retry(page).click();
      await expect(rows(page).nth(1)).toBeVisible();
      await expect(message).toHaveCount(0);
    });

  test('[API-05] 400: an address that was tampered with is refused in words, not with an empty list', async ({
    page,
  }) => {
    const answer = page.waitForResponse(listCall);
    await openRoute(page, `${listRoute}?page=2&cursor=tampered`);
    expect((await answer).status()).toBe(400);
    await expect(retry(page)).toBeVisible();
    await retry(page).click();
    await expect(rows(page).nth(1)).toBeVisible();
  });

  for (const first of ['', 'that a visit opens with '] as const)
    test(`[API-05] code of a page ${first}that does not arrive is explained, and Reload brings it`, async ({
      page,
    }) => {
      const code = /guards-page-.*\.js$/;
      const route = 'manage-security-guards';
      if (first === '') await openRoute(page, listRoute);
      await page.route(code, (call) => call.abort());
      await (first === '' ? page.goto(`/#/${route}`) : openRoute(page, route));
      await expect(page.getByText('This page could not be shown')).toBeVisible();
      await page.unroute(code);
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(rows(page).nth(1)).toBeVisible();
    });

  test('[API-05] a page first opened without a network names it, and comes whole and styled without a reload', async ({
    page,
    context,
  }) => {
    const failure = page.getByRole('main').getByRole('alert');
    await openRoute(page, 'admin-dashboard/dashboard');
    const board = page.getByRole('main').getByRole('link', { name: 'Live board' });
    await expect(board).toBeVisible();
    await page.evaluate(() => document.body.setAttribute('data-is-first', ''));
    await context.setOffline(true);
    // A part that is opened over the page says so and closes, and leaves the page where it is.
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await page.keyboard.press('Control+k');
    // The dashboard, where it still asks for something, has its own to say.
    await expect(toast(page).filter({ hasText: unreachable })).toBeVisible();
    await expect(board).toBeVisible();
    await context.setOffline(false);
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await context.setOffline(true);
    await board.click();
    await expect(failure).toContainText('This page could not be shown');
    await expect(failure).toContainText(unreachable);
    // Coming back is noticed without anybody pressing Retry.
    await context.setOffline(false);
    await expect(page.getByRole('main').locator('dl').first()).toHaveCSS('display', 'grid');

    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.goto('/#/manage-security-guards');
    await expect(failure).toContainText(unreachable);
    await page.unroute('**/*');
    await retry(page).click();
    await expect(rows(page).nth(1)).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-is-first');
  });
});

interface FetchedPart {
  readonly code: RegExp;
  readonly route: string;
  /** The part, or what it stands in. */
  readonly part: (page: Page) => Locator;
  readonly open?: (page: Page) => Promise<void>;
}

const fetchedParts: Record<string, FetchedPart> = {
  'a map': {
    code: /\/point-map-[^/]*\.js$/,
    route: 'app-settings',
    part: (page) => page.getByRole('application'),
  },
  'the live map': {
    code: /\/live-map-[^/]*\.js$/,
    route: 'admin-dashboard/live',
    part: (page) => page.getByRole('application'),
  },
  'the editor of texts': {
    code: /\/rich-text-editor-[^/]*\.js$/,
    route: 'app-settings/about-company',
    part: (page) => page.getByRole('main').getByRole('textbox'),
  },
  'the switch of push': {
    code: /\/push-switch-[^/]*\.js$/,
    route: 'manage-sites',
    part: (page) => page.getByRole('region', { name: 'Push in this browser' }),
    open: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('button', { name: 'Choose what you are told of' }).click();
    },
  },
};

test.describe('parts of a page whose code does not arrive', () => {
  for (const [name, { code, route, part, open }] of Object.entries(fetchedParts))
    test(`[API-05] ${name} says so in its place, and comes by Retry or by itself`, async ({
      page,
      context,
    }) => {
      const failure = page.getByRole('alert').filter({ hasText: 'This part of the console did not load.' });
      const again = page.getByRole('button', { name: 'Retry' });
      await page.route(code, (call) => call.fulfill({ status: 500 }));
      await openRoute(page, route);
      await open?.(page);
      await expect(failure).toBeVisible();
      expect(await faultsInBothSchemes(page)).toEqual([]);
      await page.unroute(code);
      await context.setOffline(true);
      await failure.getByRole('button', { name: 'Retry' }).click();
      await expect(
        page.getByRole('alert').filter({ hasText: unreachable }).filter({ has: again }),
      ).not.toHaveCount(0);
      await expect(part(page)).toHaveCount(0);
      await context.setOffline(false);
      await expect(part(page)).toBeVisible();
      await expect(again).toHaveCount(0);

      await page.route(code, (call) => call.abort());
      await page.reload();
      await open?.(page);
      await expect(failure).toBeVisible();
      await page.unroute(code);
      await failure.getByRole('button', { name: 'Retry' }).click();
      await expect(part(page)).toBeVisible();
    });
});

test('[API-06] a spreadsheet and a pdf are saved as files under the name that the server gives', async ({
  page,
}) => {
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await openRoute(page, `${listRoute}?from=${day}&to=${day}`);
  await expect(rows(page).nth(1)).toBeVisible();
  for (const [item, ending, start] of [
    ['Excel (.xlsx)', '.xlsx', 'PK'],
    ['Document (.pdf)', '.pdf', '%PDF-'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More file types' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`Scanned Report${ending}`);
    expect(
      readFileSync(await file.path())
        .toString('latin1')
        .startsWith(start),
    ).toBe(true);
    await expect(toast(page).filter({ hasText: 'The file is saved' }).first()).toBeVisible();
  }
  await expect(page.locator('a[download]')).toHaveCount(0);
});
