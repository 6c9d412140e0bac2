// A guard's call for help: whom it reaches, what waits for it, and what the guard is told meanwhile (FIELD-01).
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { getSosCall } from '@watchpost/contract/sos';
import type { Page } from '@playwright/test';
import { age, screen, signIn, signOut } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { idOf, kindOf, phoneRecords } from './guard-records.ts';
import { accessibilityFaults, expect } from './journey.ts';
import { positionOfPosts, PostMaker, signInAs } from './own-post.ts';
import { test } from './own-product.ts';
import { faultsInBothSchemes } from './signed-in.ts';

// An SOS alarms every console of its company: these are of one that no other journey looks at.
test.use({
  file: 'sos',
  viewport: phoneScreen,
  permissions: ['geolocation'],
  geolocation: positionOfPosts,
});

const lowScreens = [
  [360, 640],
  [360, 560],
  [320, 568],
  [640, 360],
] as const;

/** On a low screen the button that calls stands whole between the bars, and whatever is told can be brought there. */
async function expectWhole(page: Page): Promise<void> {
  for (const [width, height] of lowScreens) {
    await page.setViewportSize({ width, height });
    const covered = await page.evaluate(() => {
      const box = (part: string) => document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
      window.scrollTo(0, 0);
      const [call, title, actions] = [box('main button'), box('header'), box('footer')];
      const above = title.bottom - call.top;
      const below = call.bottom - Math.min(actions.top, window.innerHeight);
      window.scrollTo(0, document.documentElement.scrollHeight);
      return { above, below, end: box('main').bottom - box('footer').top, size: call.width };
    });
    expect(covered.size, `${width} x ${height}`).toBeGreaterThan(110);
    expect(Math.max(covered.above, covered.below, covered.end), `${width} x ${height}`).toBeLessThanOrEqual(
      0.5,
    );
  }
  await page.setViewportSize(phoneScreen);
}

test('[FIELD-01] whoever calls for help is found, hears that somebody acts, and when it is over', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.walkedSite('Yard');
  const guard = await maker.guard('Veda', site.id);
  await signInAs(page, guard);
  await page.getByRole('button', { name: site.name }).click();
  await page.getByRole('link', { name: 'SOS' }).click();
  const call = page.getByRole('button', { name: 'Hold for SOS' });
  await expect(call).toBeVisible();
  await expectWhole(page);
  await call.focus();
  await page.keyboard.down('Enter');
  await expect(page.getByText('SOS received')).toBeVisible();
  await page.keyboard.up('Enter');
  const id = await idOf(page, 'sos');
  const look = (): Promise<ReplyOf<typeof getSosCall>> => maker.send('get', `sos/${id}`);
  expect((await look()).call).toMatchObject({ siteId: site.id, guardId: guard.id });
  const placed = expect.objectContaining(positionOfPosts);
  await expect.poll(async () => (await look()).track).toContainEqual(placed);

  const seen = page.getByText('Control has seen it');
  await expect(seen).toHaveCount(0);
  // Wherever the guard looks meanwhile, the call is there, and the office is told where they go.
  // A browser that does not go back when it is asked to keeps nobody where they are.
  await page.evaluate(() => (window.history.go = () => {}));
  await page.getByRole('link', { name: 'Back' }).click();
  const open = page.getByRole('main').getByRole('link', { name: 'Your SOS is open.' });
  await expect(open).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(window.history, 'go'));
  expect(await accessibilityFaults(page)).toEqual([]);
  const tracked = (await look()).track.length;
  await expect
    .poll(
      async () => {
        await context.setGeolocation({ ...positionOfPosts, accuracy: 4 + Math.random() });
        return (await look()).track.length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(tracked);
  await maker.send('post', `sos/${id}/acknowledge`);
  await expect(open).toContainText('Control has seen it.');
  await open.click();
  await expect(seen).toBeVisible();
  await age(page, 'outbox', 3_600_000);
  await page.reload();
  await expect(seen).toBeVisible();
  await expect(call).toBeVisible();
  await expectWhole(page);
  const safe = page.getByRole('button', { name: 'I am safe' });
  await context.setOffline(true);
  // Close stands where the finger is: a second tap, however soon, leaves what is to be read.
  await page.evaluate(() =>
    new MutationObserver((_, observer) => {
      const close = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Close');
      if (close === undefined) return;
      observer.disconnect();
      close.click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
  await safe.click();
  await expect(page.getByText('Control does NOT know yet that you are safe.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are marked safe.')).toBeVisible();
  await expect.poll(async () => (await look()).call.safeAtMs).not.toBeNull();
  await maker.send('post', `sos/${id}/resolve`, { comment: 'A drill.' });
  await expect(page.getByText('Control has closed your SOS.')).toBeVisible();
  await expect(page.getByText('You are marked safe.')).toHaveCount(0);
  // A call that is over poses as no new one, also without a network, and keeps nobody from calling anew.
  await context.setOffline(true);
  await page.evaluate(() => (window.location.hash = '#/home'));
  await page.getByRole('link', { name: 'SOS' }).click();
  await expect(page.getByText('Control has closed your SOS.')).toBeVisible();
  await expect(page.getByText('SOS received')).toHaveCount(0);
  await expect(call).toBeVisible();
  await expectWhole(page);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a call for help is its caller’s alone on a phone of many, says when it was made, and closes to where one was', async ({
  page,
}) => {
  await signIn(page, 'EMP030');
  await screen(page, 'sos');
  const hold = page.getByRole('button', { name: 'Hold for SOS' });
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await hold.focus();
  await page.keyboard.down('Enter');
  await expect(page.getByText('SOS received')).toBeVisible();
  await page.keyboard.up('Enter');
  await expect(page.getByText(/^Called at \d\d:\d\d\s[AP]M\.$/)).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await signOut(page);
  await signIn(page, 'EMP031');
  await screen(page, 'sos');
  await expect(hold).toBeVisible();

  await signOut(page);
  await signIn(page, 'EMP030');
  await screen(page, 'sos');
  await page.getByRole('button', { name: 'I am safe' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/#\/home$/);
});

test.describe('on a slow network', () => {
  // What a worker sends is not seen by the journey.
  test.use({ serviceWorkers: 'block' });

  test('[FIELD-02] a call for help waits neither for a colleague’s photo nor for a scan, and a scan for no photo', async ({
    page,
    context,
    request,
  }) => {
    const maker = await PostMaker.signIn(request);
    const site = await maker.walkedSite('Mine');
    const [before, after] = [await maker.guard('Waman', site.id), await maker.guard('Xenia', site.id)];
    // No request ends by itself for having taken long.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    let isSlow = true;
    let photos = 0;
    await context.route('**/photo/*', async (route) => {
      photos += 1;
      if (!isSlow) await route.continue();
    });
    await signInAs(page, before);
    await page.getByRole('button', { name: site.name }).click();
    await page.getByRole('link', { name: 'Report incident' }).click();
    await page.getByText('Damage', { exact: true }).click();
    await page.locator('input[type=file]').setInputFiles('apps/guard/public/icon-192.png');
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await expect.poll(() => photos).toBeGreaterThan(0);
    await page.evaluate(() => (window.location.hash = '#/leave'));
    await page.getByRole('button', { name: 'End duty' }).click();
    await expect(page.getByRole('heading', { name: 'Start duty at' })).toBeVisible();
    await page.evaluate(() => (window.location.hash = '#/settings'));
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out all the same' }).click();
    await expect(page.getByLabel('Employee ID')).toBeVisible();
    await signInAs(page, after);
    await expect(page.getByRole('button', { name: site.name })).toBeVisible();
    const underWay = photos;
    await page.getByRole('button', { name: site.name }).click();
    const started = async () =>
      (await phoneRecords(page)).filter((record) => kindOf(record) === 'dutyStarted').at(-1)?.state;
    await expect.poll(started).toBe('sent');
    await expect.poll(() => photos).toBeGreaterThan(underWay);

    const holdOn = async () => {
      await page.getByRole('button', { name: 'Hold for SOS' }).focus();
      await page.keyboard.down('Enter');
      await expect(page.getByText('SOS received')).toBeVisible();
      await page.keyboard.up('Enter');
    };
    await page.getByRole('link', { name: 'SOS' }).click();
    await holdOn();
    await context.route('**/field/events', () => {});
    await page.evaluate(() => (window.location.hash = '#/leave'));
    const sending = page.waitForRequest('**/field/events');
    // Whoever calls for help while something else is still being kept is not led away from it.
    await page.getByRole('button', { name: 'End duty' }).evaluate((button: HTMLElement) => {
      button.click();
      document.querySelector<HTMLElement>('a[href="#/sos"]')?.click();
    });
    await sending;
    await page.getByRole('button', { name: 'Send another' }).click();
    await holdOn();

    isSlow = false;
    await context.unroute('**/field/events');
    await page.reload();
    const waiting = async () => (await phoneRecords(page)).filter(({ state }) => state === 'waiting');
    await expect.poll(waiting).toEqual([]);
  });
});
