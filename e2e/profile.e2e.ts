import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { accessibilityFaults, password } from './journey.ts';
import { expect, faultsInEveryDress, openRoute, storedValue, test } from './signed-in.ts';
import { expectGoneAfter, stopClock } from './stopped-clock.ts';

// They change the same accounts.
test.describe.configure({ mode: 'default' });

/** A page that is lighter than the dashboard, of both roles. */
const landing = 'manage-checkpoints/import-checkpoints';

async function openProfile(page: Page): Promise<Locator> {
  await openRoute(page, landing);
  await chooseEntry(page, 'View Profile');
  const popup = page.getByRole('dialog', { name: 'View Profile' });
  await expect(popup).toBeVisible();
  return popup;
}

async function chooseEntry(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Left half red, right half blue. */
async function picture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' = 'png',
): Promise<Buffer> {
  const blue = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#00f' } };
  const red = { create: { width, height, channels: 3 as const, background: '#f00' } };
  return sharp(red)
    .composite([{ input: blue, left: Math.ceil(width / 2), top: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** The worker's session may be so old that a change of what opens the account asks for the password. */
async function beFresh(page: Page): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await page.request.post('/api/demo/secure/sign-in-factors/password', {
    data: { password },
    headers: { 'x-xsrf-token': token },
  });
  expect(answer.status()).toBe(200);
}

const choose = (popup: Locator, buffer: Buffer, name = 'me.png', mimeType = 'image/png') =>
  popup.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

test('[HEAD-01] [HEAD-02] the profile menu bears photo and full name, and leads to profile and logout', async ({
  page,
}) => {
  await openRoute(page, landing);
  const account = page.getByRole('button', { name: /^Account of / });
  const user = (await storedValue(page, 'userDetails')) as { firstName: string; lastName: string };
  await expect(account).toContainText(`${user.firstName} ${user.lastName}`);
  await account.click();
  const names = await page.getByRole('menuitem').allInnerTexts();
  expect(names[0]).toBe('View Profile');
  expect(names).toContain('Change password');
  expect(names.at(-1)).toBe('Logout');
});

test('[PROF-01] the popup is centred over a page that stays usable, and holds what is stored', async ({
  page,
}) => {
  const popup = await openProfile(page);
  const user = (await storedValue(page, 'userDetails')) as Record<string, string>;
  await expect(popup.getByLabel('First name')).toHaveValue(user['firstName'] ?? '');
  await expect(popup.getByLabel('Last name')).toHaveValue(user['lastName'] ?? '');
  await expect(popup.getByLabel('Email')).toHaveValue(user['email'] ?? '');
  await expect(popup.getByLabel('Phone number')).toHaveValue(user['phoneNumber'] ?? '');
  await expect(popup.getByLabel('Country code')).toHaveValue('+91');
  const box = await popup.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2);
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - height / 2)).toBeLessThan(2);
  expect(await popup.evaluate((dialog) => dialog.matches(':modal'))).toBe(false);
  await page.getByRole('button', { name: /^Fold menu|^Unfold menu/ }).click();
  await expect(popup).toBeVisible();
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expect(popup).toBeHidden();
});

test('[PROF-01] the popup gives the focus back to the profile menu, also when it is closed from the page behind', async ({
  page,
}) => {
  const popup = await openProfile(page);
  const account = page.getByRole('button', { name: /^Account of / });
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(account).toBeFocused();

  await chooseEntry(page, 'View Profile');
  await popup.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(account).toBeFocused();
  await popup.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeFocused();
  await expect(popup).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(account).toBeFocused();
});

test('[MNG-10] the popup asks before what was written in it is dropped, by whichever way', async ({
  page,
}) => {
  const popup = await openProfile(page);
  const name = popup.getByLabel('First name');
  await name.fill('Somebody');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (const goAway of [
    () => page.keyboard.press('Escape'),
    () => popup.getByRole('button', { name: 'Cancel' }).click(),
    () => menu.getByRole('link', { name: 'Manage Sites' }).click(),
  ]) {
    await goAway();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
    await expect(name).toHaveValue('Somebody');
    await name.focus();
  }
  await menu.getByRole('link', { name: 'Manage Sites' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(popup).toHaveCount(0);
  await expect(page).toHaveURL(/#\/manage-sites/);
});

test('[PROF-02] each field says what is wrong, and nothing is sent', async ({ page }) => {
  const popup = await openProfile(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  const cases = [
    ['First name', '', 'Enter your first name.'],
    ['Last name', 'K4le', 'Only letters, spaces, hyphens and underscores.'],
    ['Email', 'asha', 'Enter an email address like name@company.com.'],
    ['Phone number', '12345', 'A phone number has exactly 10 digits.'],
    ['Phone number', '12345abcde', 'Only digits.'],
  ] as const;
  for (const [label, value, message] of cases) {
    await popup.getByLabel(label).fill(value);
    await expect(popup.getByText(message)).toBeVisible();
  }
  await popup.getByRole('button', { name: 'Save' }).click();
  expect(sent).toEqual([]);
  await expect(popup.getByLabel('First name')).toHaveAttribute('maxlength', '50');
});

test('[PROF-03] [PROF-05] [API-08] a photo is cut, uploaded first, saved, and shown in the header', async ({
  page,
}) => {
  await beFresh(page);
  const popup = await openProfile(page);
  await choose(popup, await picture(900, 400));
  const crop = page.getByRole('dialog', { name: 'Choose the part to show' });
  await expect(crop).toBeVisible();
  // By keyboard to the very right, where it is blue, and closer.
  await crop.getByRole('application').focus();
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  expect(await accessibilityFaults(page)).toEqual([]);
  await crop.getByRole('button', { name: 'Use this part' }).click();
  await expect(popup.getByText('New photo, kept when you save.')).toBeVisible();

  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await popup.getByLabel('First name').fill('Meera');
  await popup.getByLabel('Last name').fill('Joshi');
  await popup.getByLabel('Phone number').fill('9822012345');
  await stopClock(page);
  await popup.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('profile updated successfully')).toBeVisible();
  await expectGoneAfter(page, popup, 1_000);
  expect(calls).toEqual(['POST /api/demo/secure/files', 'PUT /api/demo/secure/users/profile']);

  const account = page.getByRole('button', { name: 'Account of Meera Joshi' });
  await expect(account).toContainText('Meera Joshi');
  const image = account.locator('img');
  await expect(image).toHaveAttribute('src', /\/secure\/thumbnails\/[0-9a-f-]{36}\?size=96$/);
  expect(await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(96);
  const address = await image.getAttribute('src');
  const bytes = await (await page.request.get(address ?? '')).body();
  const { dominant } = await sharp(bytes).stats();
  expect(dominant.b).toBeGreaterThan(200);
  expect(dominant.r).toBeLessThan(60);
  // It is still there for whoever comes back.
  await page.reload();
  await expect(account.locator('img')).toHaveAttribute('src', address ?? '');
});

test('[HEAD-02] a photo that cannot be shown is replaced by the default image', async ({ page }) => {
  await page.route(/\/secure\/thumbnails\//, (route) => route.abort());
  await openRoute(page, landing);
  const account = page.getByRole('button', { name: /^Account of / });
  await expect(account.locator('[data-default-photo]')).toBeVisible();
  await expect(account.locator('img')).toHaveCount(0);
});

test('[PROF-05] what cannot be a photo is refused at once, saying why', async ({ page }) => {
  const popup = await openProfile(page);
  const refused = [
    [await picture(249, 400), 'me.png', /smaller than 250/],
    [await picture(300, 300, 'gif'), 'me.gif', /Choose a JPEG or PNG/],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'me.svg', /Choose a JPEG or PNG/],
    [Buffer.from('not a picture'), 'me.jpg', /cannot be read/],
    [Buffer.concat([await picture(300, 300), Buffer.alloc(5_000_000)]), 'me.png', /larger than 5 MB/],
  ] as const;
  for (const [bytes, name, reason] of refused) {
    await choose(popup, bytes, name);
    await expect(popup.getByRole('alert').filter({ hasText: reason })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Choose the part to show' })).toBeHidden();
  }
});

test('[PROF-03] [API-04] a refused save toasts the first message, flags the field for a while and keeps the popup', async ({
  page,
}) => {
  await beFresh(page);
  const popup = await openProfile(page);
  await popup.getByLabel('Phone number').fill('9822012345');
  await popup.getByLabel('Email').fill('sub@demo.example');
  await stopClock(page);
  await popup.getByRole('button', { name: 'Save' }).click();
  const text = 'Another account has this email address.';
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText(text);
  await expect(popup.getByText(text)).toBeVisible();
  await expectGoneAfter(page, popup.getByText(text), 5_000);
  await expect(popup.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('the crop follows mouse, wheel and slider, and Back keeps the photo as it was', async ({ page }) => {
  const popup = await openProfile(page);
  await choose(popup, await picture(1_000, 500, 'jpeg'), 'me.JPG', 'image/jpeg');
  const crop = page.getByRole('dialog', { name: 'Choose the part to show' });
  const canvas = crop.getByRole('application');
  const colours = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const context = element.getContext('2d');
      const at = (x: number) => [...(context?.getImageData(x, 288, 1, 1).data.slice(0, 3) ?? [])];
      return [at(40), at(536)].map(([red = 0, , blue = 0]) => (red > blue ? 'red' : 'blue'));
    });
  expect(await colours()).toEqual(['red', 'blue']);
  const box = await canvas.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 100];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 280, y, { steps: 5 });
  await page.mouse.up();
  expect(await colours()).toEqual(['red', 'red']);
  const zoom = crop.getByLabel('Zoom');
  await expect(zoom).toHaveValue('0');
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -200);
  await expect(zoom).not.toHaveValue('0');
  await zoom.fill('100');
  await page.keyboard.press('Escape');
  await expect(crop).toBeHidden();
  await expect(popup).toBeVisible();
  await expect(popup.getByText('New photo, kept when you save.')).toBeHidden();
});

test('the popup and the crop are accessible, light and dark, wide and narrow', async ({ page }) => {
  const popup = await openProfile(page);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await choose(popup, await picture(900, 600));
  await expect(page.getByRole('dialog', { name: 'Choose the part to show' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });

  test('[PROF-04] [PROF-05] reads the five fields and changes the photo alone', async ({ page }) => {
    const popup = await openProfile(page);
    for (const label of ['First name', 'Last name', 'Email', 'Phone number']) {
      await expect(popup.getByLabel(label)).toHaveAttribute('readonly', '');
      await expect(popup.getByLabel(label)).toHaveAttribute('aria-required', 'true');
    }
    await expect(popup.getByLabel('Country code')).toBeDisabled();
    await expect(popup.getByLabel('Country code')).toHaveAttribute('aria-required', 'true');
    await expect(popup.getByRole('button', { name: 'Save' })).toBeDisabled();
    await choose(popup, await picture(250, 250));
    await page.getByRole('button', { name: 'Use this part' }).click();
    await popup.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('profile updated successfully')).toBeVisible();
    await expect(popup).toBeHidden();
    await expect(page.getByRole('button', { name: /^Account of / }).locator('img')).toBeVisible();
  });
});
