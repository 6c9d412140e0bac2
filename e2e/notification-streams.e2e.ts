// How the console hears of what happens: one stream for all tabs, mended when it breaks, and a question every minute.
import type { Page } from '@playwright/test';
import { bellOf, endRounds, enter, entriesOf, minute, send, unread, whileListening } from './bell.ts';
import { startBreakableProxy } from './breakable-proxy.ts';
import { expect } from './journey.ts';
import { test } from './own-product.ts';

test.use({ file: 'notification-streams' });

test.beforeAll(async ({ playwright, product }) => {
  const request = await playwright.request.newContext({ baseURL: product.url });
  await endRounds(request, 12);
  await request.dispose();
});

test('[HEAD-03] the tabs of a browser share one stream; when its tab closes another goes on, and none repeats', async ({
  page,
  context,
  request,
}) => {
  const opened: Page[] = [];
  context.on('request', (sent) => {
    if (sent.url().includes('/secure/events')) opened.push(sent.frame().page());
  });
  await whileListening(page, () => enter(page));
  const other = await context.newPage();
  await other.goto('/#/admin-dashboard/dashboard');
  await expect(bellOf(other)).toHaveAccessibleName(unread(0));
  await endRounds(request, 1);
  for (const tab of [page, other]) await expect(bellOf(tab)).toHaveAccessibleName(unread(1));
  expect(opened.filter((tab) => tab === other)).toEqual([]);
  const toasts = other.getByRole('status').filter({ hasText: 'Round not completed' });
  await toasts.getByRole('button', { name: 'Close' }).click();

  await whileListening(other, () => page.close());
  await endRounds(request, 1);
  await expect(bellOf(other)).toHaveAccessibleName(unread(2));
  await expect(toasts).toHaveCount(1);

  const third = await context.newPage();
  await third.goto('/#/admin-dashboard/dashboard');
  await expect(bellOf(third)).toHaveAccessibleName(unread(2));
  await bellOf(third).click();
  await expect(entriesOf(third)).toHaveCount(10);
  await expect(bellOf(other)).toHaveAccessibleName(unread(0));
  await third.keyboard.press('Escape');
  await third.getByRole('button', { name: /^Account of/ }).click();
  await third.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/#\/signin/);
  await expect(bellOf(other)).toHaveCount(0);
});

test('[HEAD-03] a broken line is mended by itself: nothing that came meanwhile is lost or told twice', async ({
  browser,
  product,
  request,
}) => {
  const proxy = await startBreakableProxy(product.url);
  const context = await browser.newContext({ baseURL: proxy.url });
  const page = await context.newPage();
  await whileListening(page, () => enter(page));
  const received: string[] = [];
  await page.exposeFunction('noteToast', (text: string) => void received.push(text));
  await page.evaluate(() => {
    const note = (text: string) => (window as unknown as { noteToast(text: string): void }).noteToast(text);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.dataset['severity'] === 'info')
            note(node.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true });
  });
  await endRounds(request, 1);
  await expect(bellOf(page)).toHaveAccessibleName(unread(1));
  await expect.poll(() => received.length).toBe(1);
  proxy.break();
  await endRounds(request, 2);
  proxy.mend();
  await expect(bellOf(page)).toHaveAccessibleName(unread(3));
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]).toContain('2 new notifications');
  await endRounds(request, 1);
  await expect(bellOf(page)).toHaveAccessibleName(unread(4));
  await context.close();
  await proxy.stop();
});

test('[HEAD-03] without a stream the count is asked for every minute', async ({ page, request }) => {
  await page.route('**/secure/events**', (route) => route.abort());
  await page.clock.install();
  await enter(page);
  await endRounds(request, 1);
  await expect.poll(async () => (await send(page, 'GET', 'unreadcount')).unReadcount).toBe(1);
  await expect(bellOf(page)).toHaveAccessibleName(unread(0));
  await page.clock.fastForward(minute + 1_000);
  await expect(bellOf(page)).toHaveAccessibleName(unread(1));

  const asked: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/notification/unreadcount')) asked.push(sent.url());
  });
  await page.clock.pauseAt(Date.now() + 10 * minute);
  // The jump itself brings one, which may be on its way for a while.
  await expect.poll(() => asked.length).toBe(1);
  await page.clock.runFor(3 * minute);
  await expect.poll(() => asked.length).toBe(4);
});
