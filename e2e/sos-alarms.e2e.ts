// The sound of an SOS, and what stands in for the bar's stream, toast and place in the bell where those would fail it.
import { bellOf, endRounds, entriesOf, panelOf } from './bell.ts';
import { startBreakableProxy } from './breakable-proxy.ts';
import { FieldDevice } from './field-device.ts';
import { accessibilityFaults, expect } from './journey.ts';
import { test } from './own-product.ts';
import {
  acknowledgeIn,
  Admin,
  barOf,
  enter,
  isAudible,
  measureSound,
  newPage,
  rowOf,
  rowsOf,
  withoutGesture,
} from './sos-bar.ts';

test.use({ file: 'sos-bar', launchOptions: withoutGesture });

test.afterEach(async ({ request }) => (await Admin.signIn(request)).resolveAll());

test('[TONIGHT-03] one tab of a browser is heard; muting quiets one call, and the next one sounds', async ({
  page,
  context,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP009');
  await enter(page, 'manage-sites');
  const other = await context.newPage();
  await measureSound(other);
  await other.goto('/#/manage-incidents');
  await other.getByRole('heading', { level: 1 }).click();
  const soundsOf = async () => [await isAudible(page), await isAudible(other)];
  const first = await device.callForHelp();
  await expect(rowOf(page, first)).toBeVisible();
  await expect.poll(async () => (await soundsOf()).filter((is) => is).length).toBe(1);
  const [isFirstTab] = await soundsOf();
  const [loud, muted] = isFirstTab === true ? [page, other] : [other, page];
  await loud.close();
  await expect.poll(() => isAudible(muted)).toBe(true);

  await muted.getByRole('button', { name: 'Mute this call for a minute' }).click();
  await expect(rowOf(muted, first)).toContainText(/Muted for 0:\d\d/);
  await expect.poll(() => isAudible(muted)).toBe(false);
  await expect(acknowledgeIn(rowOf(muted, first))).toBeVisible();
  const second = await (await FieldDevice.signIn(request, 'EMP013')).callForHelp();
  await expect(rowOf(muted, second)).toBeVisible();
  await expect.poll(() => isAudible(muted)).toBe(true);
});

test('[TONIGHT-03] a console that was not touched since it was loaded says that it is silent, and one press is heard', async ({
  page,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP009');
  await enter(page, 'manage-sites');
  await device.callForHelp();
  await expect(rowsOf(page)).toHaveCount(1);
  await page.reload();
  // Whatever is asked of the page by the journey counts as a touch of it: the page itself decides before that.
  await new Promise((resolve) => {
    setTimeout(resolve, 8_000);
  });
  await expect(barOf(page)).toContainText('Sound is blocked in this browser.');
  expect(await isAudible(page)).toBe(false);
  await barOf(page).getByRole('button', { name: 'Turn on sound' }).click();
  await expect.poll(() => isAudible(page)).toBe(true);
  await expect(barOf(page)).not.toContainText('Sound is blocked');
});

test('[TONIGHT-03] without a stream calls are asked for, and without a connection the console says that it knows of none', async ({
  browser,
  product,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP009');
  const proxy = await startBreakableProxy(product.url);
  const page = await newPage(browser, proxy.url);
  await page.route('**/secure/events**', (route) => route.abort());
  await enter(page, 'manage-sites');
  await expect(barOf(page)).toContainText('SOS calls are checked every 3 s.');
  const id = await device.callForHelp();
  await expect(rowOf(page, id)).toBeVisible({ timeout: 10_000 });
  await acknowledgeIn(rowOf(page, id)).click();
  await expect(rowOf(page, id)).toContainText('Acknowledged by');
  proxy.break();
  await expect(barOf(page)).toContainText(
    /Connection lost since .* New SOS calls do not reach this screen\./,
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  const later = await (await FieldDevice.signIn(request, 'EMP013')).callForHelp();
  proxy.mend();
  await expect(rowOf(page, later)).toBeVisible();
  await expect(barOf(page)).not.toContainText('Connection lost since');
  await page.context().close();
  await proxy.stop();
});

test('[TONIGHT-03] an SOS is no toast, is folded into no other notice, and stands on top of what the bell lists', async ({
  page,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP009');
  await enter(page, 'manage-sites');
  await expect(bellOf(page)).toBeVisible();
  const toasts: string[] = [];
  await page.exposeFunction('noteToast', (text: string) => void toasts.push(text));
  await page.evaluate(() => {
    const note = (text: string) => (window as unknown as { noteToast(text: string): void }).noteToast(text);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.dataset['severity'] !== undefined)
            note(node.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true });
  });
  const [id] = await Promise.all([device.callForHelp(), endRounds(request, 1)]);
  await expect(rowOf(page, id)).toBeVisible();
  await expect.poll(() => toasts.length).toBeGreaterThan(0);
  expect(toasts.join(' ')).not.toMatch(/SOS|new notifications/);
  await endRounds(request, 2);
  await bellOf(page).click();
  await expect(entriesOf(page).first()).toContainText(/^SOS open: .*No one has acknowledged it/);
  // On top alone: its own notice is not listed below as well.
  await expect(entriesOf(page).filter({ has: page.locator(`a[href$="sos=${id}"]`) })).toHaveCount(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  // The panel leaves the bar free to be pressed.
  await acknowledgeIn(rowOf(page, id)).click();
  await expect(entriesOf(page).first()).toContainText('Acknowledged by Meera Deshpande');
  await entriesOf(page).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`live\\?sos=${id}`));
  await expect(panelOf(page)).toHaveCount(0);
});
