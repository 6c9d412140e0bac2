// A call for help from a phone that has no room to keep it: sent at once, and so is all that is said of it (FIELD-01).
import type { Page } from '@playwright/test';
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { getSosCall } from '@watchpost/contract/sos';
import { age, endSession, screen, signIn } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { phoneRecords } from './guard-records.ts';
import { expect, password } from './journey.ts';
import { positionOfPosts, PostMaker } from './own-post.ts';
import { test } from './own-product.ts';
import { faultsInBothSchemes } from './signed-in.ts';

// An SOS alarms every console of its company: these are of one that no other journey looks at.
test.use({
  file: 'sos',
  viewport: phoneScreen,
  permissions: ['geolocation'],
  geolocation: { ...positionOfPosts, accuracy: 6 },
});

const dayMs = 86_400_000;

/** The phone is full, until the page is opened anew. */
const fillUp = (page: Page) =>
  page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The quota is used up.', 'QuotaExceededError');
    };
  });

const sosButton = (page: Page) => page.getByRole('button', { name: 'Hold for SOS' });

async function call(page: Page): Promise<void> {
  await sosButton(page).focus();
  await page.keyboard.down('Enter');
  await expect(sosButton(page)).toHaveCount(0);
  await page.keyboard.up('Enter');
}

/** What the app notes of the call beside its database. */
const message = (page: Page) =>
  page.evaluate(() => {
    const [name = ''] = Object.keys(localStorage).filter((key) => key.startsWith('watchpost-guard-sos'));
    return { name, text: localStorage.getItem(name) ?? 'null' };
  });

async function look(page: Page, maker: PostMaker): Promise<ReplyOf<typeof getSosCall>> {
  const { id } = JSON.parse((await message(page)).text);
  return maker.send('get', `sos/${id}`);
}

test('[FIELD-01] from a full phone a call for help goes out, where its guard is, and that the guard is safe, or it says that it did not', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  await signIn(page, 'EMP036');
  await fillUp(page);
  await context.setOffline(true);
  await screen(page, 'sos');
  await sosButton(page).focus();
  await page.keyboard.down('Enter');
  await expect(page.getByRole('alert')).toContainText('The SOS did NOT go out. Call for help now.');
  await page.keyboard.up('Enter');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await context.setOffline(false);
  await call(page);
  const arrived = page.getByText('SOS received');
  await expect(arrived).toBeVisible();
  await expect
    .poll(async () => (await look(page, maker)).track)
    .toContainEqual(expect.objectContaining(positionOfPosts));

  // The call is known after a look elsewhere, and when the app is opened anew.
  await screen(page, 'home');
  await screen(page, 'sos');
  await expect(arrived).toBeVisible();
  await page.reload();
  await expect(arrived).toBeVisible();

  await fillUp(page);
  await context.setOffline(true);
  const safe = page.getByRole('button', { name: 'I am safe' });
  await safe.click();
  await expect(page.getByRole('alert')).toContainText('Control has NOT heard that you are safe. Call them.');
  await expect(page.getByText('You are marked safe.')).toHaveCount(0);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  expect((await look(page, maker)).call.safeAtMs).toBeNull();
  await context.setOffline(false);
  await safe.click();
  await expect(page.getByText('You are marked safe.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect((await look(page, maker)).call.safeAtMs).not.toBeNull();
  expect((await phoneRecords(page)).filter(({ entry }) => entry.kind !== 'sosPosition')).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.reload();
  await expect(page.getByText('You are marked safe.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/#\/home$/);
});

test('[FIELD-01] a call that was kept outlives a phone that fills up, which cannot say "safe" to a session that has ended', async ({
  page,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  await signIn(page, 'EMP037');
  await screen(page, 'sos');
  await call(page);
  const arrived = page.getByText('SOS received');
  await expect(arrived).toBeVisible();
  await fillUp(page);
  await endSession(page, request);
  // The phone makes room of what it has sent, the call itself: it is sent, and stays known.
  await page.getByRole('button', { name: 'I am safe' }).click();
  await expect(page.getByRole('alert')).toContainText('Control has NOT heard that you are safe.');
  expect((await phoneRecords(page)).filter(({ entry }) => entry.kind === 'sos')).toEqual([]);
  await expect(arrived).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again to send' }).click();
  await page.getByLabel('Secret', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Start duty at' })).toBeVisible();
  await screen(page, 'sos');
  await expect(arrived).toBeVisible();
  await page.getByRole('button', { name: 'I am safe' }).click();
  await expect(page.getByText('You are marked safe.')).toBeVisible();
  expect((await look(page, maker)).call.safeAtMs).not.toBeNull();
});

test('a call and a word that wait for a sign-in lead there; a call of long ago is over', async ({
  page,
  request,
}) => {
  await signIn(page, 'EMP038');
  await endSession(page, request);
  await screen(page, 'sos');
  await call(page);
  await expect(page.getByText('SOS NOT sent yet')).toBeVisible();
  await expect(page.getByText('Sign in again so that it is sent.')).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'I am safe' }).click();
  await expect(page.getByText('Sign in again to send it.')).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in again to send' }).click();
  await page.getByLabel('Secret', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await screen(page, 'sos');
  await expect(page.getByText('SOS received')).toBeVisible();
  await expect(page.getByText('You are marked safe.')).toBeVisible();

  // The phone forgets what it has sent after a day: a call of before is then none that has not arrived.
  await age(page, 'outbox', 2 * dayMs);
  const { name, text } = await message(page);
  const before = JSON.parse(text);
  await page.evaluate(([key, aged]) => localStorage.setItem(key, aged), [
    name,
    JSON.stringify({ ...before, deviceAtMs: before.deviceAtMs - 2 * dayMs }),
  ] as const);
  await page.reload();
  await expect(sosButton(page)).toBeVisible();
  await expect(page.getByText('SOS received')).toHaveCount(0);
});
