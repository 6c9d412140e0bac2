// The specification's generic calls, which no screen makes yet: run from the console's sources against the product.
import type { Page } from '@playwright/test';
import { type ConsoleSources, serveConsoleSources } from './console-sources.ts';
import { expect, signIn, subAdmin, test as base } from './journey.ts';
import { stopClock } from './stopped-clock.ts';

const test = base.extend<{ baseURL: string }, { sources: ConsoleSources }>({
  sources: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted off this pattern
    async ({}, use, { project }) => {
      const served = await serveConsoleSources(
        process.env['WATCHPOST_URL'] ?? '',
        `${project.outputDir}/console-sources`,
      );
      await use(served);
      await served.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Sources are not served with the product's headers.
  ownContext: true,
  baseURL: ({ sources }, use) => use(sources.url),
});

/** Calls a helper in the page; answers what it gave or the status and message that it threw. */
function callRest(page: Page, helper: string, ...input: unknown[]): Promise<unknown> {
  const call = `import('/src/lib/rest.ts').then(({ rest }) => rest.${helper}(...${JSON.stringify(input)}))`;
  const plain = '(given) => given instanceof Headers ? Object.fromEntries(given) : given';
  return page.evaluate(`${call}.then(${plain}, ({ status, message }) => ({ status, message }))`);
}

const toast = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator('[data-severity]');

test.beforeEach(({ page }) => signIn(page, subAdmin));

test('[API-06] helpers for GET, HEAD, POST, PUT, PATCH, OPTIONS and DELETE reach the server as such', async ({
  page,
}) => {
  const address = '/admin/metadata';
  expect(await callRest(page, 'get', address)).toMatchObject({ tenantSlug: 'demo' });
  expect(await callRest(page, 'head', address)).toMatchObject({
    'content-type': expect.stringContaining('application/json'),
  });
  for (const helper of ['post', 'put', 'patch', 'options', 'delete'] as const) {
    const seen = page.waitForRequest(/\/api\/demo\/admin\/metadata$/);
    const isSending = ['post', 'put', 'patch'].includes(helper);
    const answer = await callRest(page, helper, address, ...(isSending ? [{ some: 'body' }] : []));
    expect((await seen).method()).toBe(helper.toUpperCase());
    expect((await seen).postDataJSON()).toEqual(isSending ? { some: 'body' } : null);
    expect(answer).toMatchObject({ status: 405 });
  }
  expect(await callRest(page, 'delete', '/secure/signout')).toEqual({
    general: [{ message: 'Signed out.' }],
  });
});

test('[API-06] GET and POST with a bearer key of their own send that key and not the session', async ({
  page,
}) => {
  for (const [helper, ...body] of [['getWithBearer'], ['postWithBearer', { some: 'body' }]] as const) {
    const seen = page.waitForRequest(/\/api\/demo\/admin\/metadata$/);
    await callRest(page, helper, '/admin/metadata', 'key-of-mine', ...body);
    const headers = await (await seen).allHeaders();
    expect(headers).toMatchObject({ authorization: 'Bearer key-of-mine' });
    expect(headers).not.toHaveProperty('cookie');
  }
});

test('[API-05] 401 on a call with a key of its own leads to authorize-failure and leaves the session alone', async ({
  page,
}) => {
  const answer = await callRest(page, 'getWithBearer', '/secure/user-metadata', 'expired-key');
  expect(answer).toMatchObject({ status: 401 });
  await expect(page).toHaveURL(/#\/authorize-failure$/);
  await expect(page.getByRole('heading', { name: 'This link does not let you in' })).toBeVisible();
  await page.goto('/#/admin-dashboard');
  await expect(page.getByRole('region', { name: 'What needs a hand' })).toBeVisible();
  expect(await callRest(page, 'get', '/secure/user-metadata')).toMatchObject({ user: { email: subAdmin } });
});

test('[API-05] a status that nobody explains shows a general error with its reference; 400 and 403 are the caller\u2019s', async ({
  page,
  context,
}) => {
  expect(await callRest(page, 'post', '/user-signin', {})).toMatchObject({ status: 400 });
  await context.clearCookies({ name: 'XSRF-TOKEN' });
  expect(await callRest(page, 'delete', '/secure/signout')).toMatchObject({ status: 403 });
  await expect(toast(page)).toHaveCount(0);
  const answer = await callRest(page, 'get', '/secure/nothing-here');
  expect(answer).toMatchObject({ status: 404 });
  await expect(toast(page)).toHaveAttribute('data-severity', 'error');
  await expect(toast(page)).toContainText(/\(reference [\w-]+\)/);
});

test('[API-06] [GRID-07] a file is saved under the name given when the server names none, and its link goes after a second', async ({
  page,
}) => {
  const saved = page.waitForEvent('download');
  await stopClock(page);
  expect(await callRest(page, 'saveAs', '/admin/metadata', 'tenant.json')).toBeUndefined();
  expect((await saved).suggestedFilename()).toBe('tenant.json');
  const link = page.locator('a[download="tenant.json"]');
  await page.clock.runFor(999);
  await expect(link).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(link).toHaveCount(0);
});
