// What the guards' app says of what waits on the phone: when it was, how much it is, and what it waits for.
import { FieldDevice } from './field-device.ts';
import { age, clockNow, endSession, screen, signIn } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { phoneRows } from './guard-records.ts';
import { expect, password, test } from './journey.ts';
import { PostMaker, signInAs } from './own-post.ts';
import { faultsInBothSchemes } from './signed-in.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], timezoneId: 'Pacific/Auckland' });

const dayMs = 86_400_000;

test('[FIELD-02] what waits for a sign-in says so, and a sign-in on a round leads back to the round', async ({
  page,
  context,
  request,
}) => {
  const { route } = await FieldDevice.signIn(request, 'EMP025');
  await signIn(page, 'EMP025');
  await page.getByRole('button', { name: route.siteName }).click();
  await expect(page.getByText('On duty since')).toBeVisible();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await endSession(page, request);
  const before = clockNow(route.siteTimeZone);
  await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
  await expect(page.getByText(/^0 of \d+ scanned$/)).toBeVisible();
  // One bar says how much waits, and for what.
  const bar = page.getByRole('main').getByRole('link').filter({ hasText: /send/i });
  await expect(bar).toHaveText(['To be sent: 1Sign in again to send']);
  await screen(page, 'outbox');
  const row = page.getByRole('list', { name: 'To be sent' }).getByText('Round started');
  const times = [before, clockNow(route.siteTimeZone)].map((time) => `${time} · Round started`);
  expect(times).toContain(await row.textContent());
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in again to send' }).click();
  // The office has switched the guard off meanwhile: nothing of what waits is lost by that.
  const maker = await PostMaker.signIn(request);
  const [session] = await phoneRows<{ readonly guard: { readonly id: string } }>(page, 'sessions');
  const switchGuard = (activated: boolean) =>
    maker.send('post', 'guards/status', { ids: [session?.guard.id], activated });
  await switchGuard(false);
  try {
    await page.getByLabel('Secret', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const notice = 'Your access is switched off. Ask your supervisor. Until then all stays on this phone.';
    await expect(page.getByRole('alert')).toHaveText(notice);
  } finally {
    await switchGuard(true);
  }
  await context.setOffline(true);
  await page.getByLabel('Secret', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Try once more when there is a network.');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText(/^0 of \d+ scanned$/)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Sign in again to send' }).click();
  await page.getByLabel('Secret', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^0 of \d+ scanned$/)).toBeVisible();
  await expect(page.getByText('Everything is sent')).toBeVisible();
});

test('[FIELD-02] a full outbox names the day of what is older, how much more there is than it lists, and a call the site’s time', async ({
  page,
  request,
}) => {
  const { route } = await FieldDevice.signIn(request, 'EMP028');
  await signIn(page, 'EMP028');
  await endSession(page, request);
  await age(page, 'plans', dayMs);
  await page.reload();
  await expect(page.getByText('Your sign-in has ended')).toBeVisible();
  await page.getByRole('button', { name: route.siteName }).click();
  await expect(page.getByRole('link', { name: 'Sign in again to send' })).toContainText('To be sent: 1');
  // Whether something is due by now, a phone that last heard of it a day ago cannot say.
  const dues = page.getByRole('region', { name: 'Due rounds' });
  await expect(dues).toContainText(/As known at \d\d:\d\d\s[AP]M yesterday\./);
  await expect(dues).not.toContainText('No round is due');
  await page.evaluate(
    ({ ageMs, count }) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('watchpost-guard');
        opening.onsuccess = () => {
          const db = opening.result;
          const change = db.transaction('outbox', 'readwrite');
          const outbox = change.objectStore('outbox');
          const all = outbox.getAll();
          all.onsuccess = () => {
            const { seq: _, ...kept } = all.result[0];
            const time = { ...kept.time, wallMs: kept.time.wallMs - ageMs };
            for (let made = 0; made < count; made += 1)
              outbox.add({ ...kept, id: crypto.randomUUID(), time });
          };
          change.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
    { ageMs: dayMs, count: 141 },
  );
  await page.reload();
  await screen(page, 'outbox');
  await expect(page.getByText('To be sent: 142')).toBeVisible();
  const rows = page.getByRole('list', { name: 'To be sent' }).getByRole('listitem');
  await expect(rows).toHaveCount(101);
  await expect(rows.nth(50)).toContainText('yesterday');
  await expect(rows.last()).toHaveText('And further: 42');

  const before = clockNow(route.siteTimeZone);
  await screen(page, 'sos');
  await page.getByRole('button', { name: 'Hold for SOS' }).focus();
  await page.keyboard.down('Enter');
  const called = page.getByText(/^Called at/);
  await expect(called).toBeVisible();
  await page.keyboard.up('Enter');
  const times = [before, clockNow(route.siteTimeZone)].map((time) => `Called at ${time}.`);
  expect(times).toContain(await called.textContent());
});

test('[FIELD-02] on a phone that has the app open for long, what was sent is counted for a day and then forgotten', async ({
  page,
  request,
}) => {
  await page.clock.install();
  const { route } = await FieldDevice.signIn(request, 'EMP029');
  await signIn(page, 'EMP029');
  await page.getByRole('button', { name: route.siteName }).click();
  await expect(page.getByText('On duty since')).toBeVisible();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await screen(page, 'outbox');
  await expect(page.getByText('Sent in the last day: 1')).toBeVisible();
  await age(page, 'outbox', dayMs + 1);
  await page.clock.runFor(600_000);
  await expect(page.getByText('Sent in the last day: 0')).toBeVisible();
  expect(await phoneRows(page, 'outbox')).toEqual([]);
});

test.describe('on a slow network', () => {
  // What a worker sends is not seen by the journey.
  test.use({ serviceWorkers: 'block' });

  test('[FIELD-02] a phone that is sending again does not say that it has no network, however long a photo takes', async ({
    page,
    context,
    request,
  }) => {
    const maker = await PostMaker.signIn(request);
    const site = await maker.walkedSite('Lock');
    await signInAs(page, await maker.guard('Usha', site.id));
    await page.getByRole('button', { name: site.name }).click();
    // Else all that was before the duty is meant.
    await expect(page.getByRole('link', { name: 'End duty' })).toBeVisible();
    await expect(page.getByText('Everything is sent')).toBeVisible();
    await context.route('**/photo/*', () => {});
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Report incident' }).click();
    await page.getByText('Damage', { exact: true }).click();
    await page.locator('input[type=file]').setInputFiles('apps/guard/public/icon-192.png');
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page.getByRole('link', { name: 'Close' }).click();
    await page.getByText('No network. To be sent: 2').click();
    await expect(page.getByText('No network. The phone keeps trying by itself.')).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByText('No network. To be sent: 2')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('To be sent: 1', { exact: true })).toBeVisible();
  });
});
