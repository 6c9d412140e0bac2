// What the profile menu does for one's own account: the password, and where one is signed in.
import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults, expect, superAdmin } from './journey.ts';
import { browserApart, signInWith, test } from './own-product.ts';
import { expectGoneAfter, stopClock } from './stopped-clock.ts';

const first = 'Patrol-demo-1';
const next = 'Changed-pass-1';
let current = first;

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function openChange(page: Page) {
  await choose(page, 'Change password');
  const popup = page.getByRole('dialog', { name: 'Change Password' });
  return {
    popup,
    old: popup.getByLabel('Old password'),
    fresh: popup.getByLabel(/^New password/),
    confirm: popup.getByLabel(/^Confirm new password/),
    save: popup.getByRole('button', { name: 'Save' }),
    cancel: popup.getByRole('button', { name: 'Cancel' }),
    alert: popup.getByRole('alert'),
  };
}

const colourOf = (text: Locator) => text.evaluate((element) => getComputedStyle(element).color);

test.use({ file: 'own-account' });

test('[CHPW-01] [CHPW-02] [CHPW-03] [CHPW-04] [CHPW-06] the popup, its rules and its way out', async ({
  page,
}) => {
  await signInWith(page, superAdmin, current);
  const { popup, old, fresh, confirm, save, cancel, alert } = await openChange(page);
  await expect(popup).toBeVisible();
  expect((await popup.boundingBox())?.width).toBe(600);
  // Modal: nothing behind it can be met.
  expect(await popup.evaluate((dialog) => dialog.closest(':modal') !== null)).toBe(true);
  await expect(popup.getByRole('button', { name: 'Close' })).toHaveCount(0);
  for (const field of [old, fresh, confirm]) await expect(field).toHaveAttribute('type', 'password');
  const show = popup.getByRole('button', { name: 'Show password' });
  await expect(show).toHaveCount(3);
  for (const field of [old, fresh, confirm]) {
    await show.first().click();
    await expect(field).toHaveAttribute('type', 'text');
  }
  await popup.getByRole('button', { name: 'Hide password' }).first().click();
  await expect(old).toHaveAttribute('type', 'password');
  await expect(save).toBeDisabled();

  await old.fill('x'.repeat(30));
  expect((await old.inputValue()).length).toBe(25);
  for (const field of [fresh, confirm]) {
    await field.pressSequentially('y'.repeat(22));
    expect((await field.inputValue()).length).toBe(20);
  }
  await old.fill('');
  await expect(popup.getByText('Enter your old password.')).toBeVisible();
  await old.fill('short');
  await expect(popup.getByText('A password has at least 8 characters.')).toBeVisible();
  await old.fill(current);

  const mismatch = popup.getByText('New password does not match with confirm new password.');
  const match = alert.getByText('The new passwords match.');
  await confirm.fill('');
  await expect(popup.getByText('Enter the new password again.')).toBeVisible();
  for (const [value, message] of [
    ['', 'Enter a new password.'],
    ['short', 'A password has at least 8 characters.'],
    ['with a blank', 'A password has no spaces.'],
  ] as const) {
    await fresh.fill(value);
    await expect(popup.getByText(message)).toBeVisible();
  }
  await fresh.fill('');
  await fresh.pressSequentially(next);
  await fresh.blur();
  await expect(mismatch).toBeHidden();
  await confirm.fill('Changed');
  await expect(mismatch).toBeHidden();
  await confirm.blur();
  await expect(mismatch).toBeVisible();
  const colourOfError = await colourOf(mismatch);
  await expect(save).toBeDisabled();
  await confirm.press('End');
  await confirm.pressSequentially('-pass-1');
  await expect(mismatch).toBeHidden();
  await expect(match).toBeVisible();
  expect(await colourOf(match)).not.toBe(colourOfError);
  await expect(save).toBeEnabled();
  await fresh.press('End');
  await fresh.press('Backspace');
  await expect(mismatch).toBeVisible();
  await expect(save).toBeDisabled();
  await fresh.pressSequentially('1');
  await expect(match).toBeVisible();
  // What is pasted is compared when its field is left.
  await fresh.fill('Pasted-pass-1');
  await expect(match).toBeVisible();
  await fresh.blur();
  await expect(mismatch).toBeVisible();
  // With nothing to compare nothing is said, of a match neither.
  await confirm.fill('');
  await expect(mismatch).toBeHidden();
  await expect(popup.getByText('Enter the new password again.')).toBeVisible();
  await confirm.fill(next);
  await fresh.fill(next);
  await fresh.blur();
  await expect(match).toBeVisible();
  await confirm.fill('');
  await expect(match).toBeHidden();
  await confirm.fill(next);
  await confirm.blur();
  await expect(match).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await cancel.click();
  await expect(popup).toBeHidden();
  const again = await openChange(page);
  for (const field of [again.old, again.fresh, again.confirm]) {
    await expect(field).toHaveValue('');
    await expect(field).toHaveAttribute('type', 'password');
  }
  await expect(again.alert).toHaveCount(0);
});

test('[CHPW-05] the server is heard above the fields; a changed password ends the other browser', async ({
  page,
  browser,
  product,
}) => {
  await signInWith(page, superAdmin, current);
  const elsewhere = await browserApart(browser, product.url);
  await signInWith(elsewhere, superAdmin, current);

  const { popup, old, fresh, confirm, save } = await openChange(page);
  await old.fill('Not-the-old-1');
  await fresh.fill(next);
  await confirm.fill(next);
  await save.click();
  const refusal = popup.getByText('The old password is not right.');
  await expect(refusal).toBeVisible();
  const colourOfRefusal = await colourOf(refusal);
  const [refusalBox, asked] = [await refusal.boundingBox(), await old.boundingBox()];
  expect((refusalBox?.y ?? Infinity) + (refusalBox?.height ?? 0)).toBeLessThan(asked?.y ?? 0);
  await old.fill(current);
  await stopClock(page);
  await save.click();
  const success = popup.getByText('Password changed successfully.');
  await expect(success).toBeVisible();
  expect(await colourOf(success)).not.toBe(colourOfRefusal);
  current = next;
  await expectGoneAfter(page, popup, 2_000);
  const again = await openChange(page);
  for (const field of [again.old, again.fresh, again.confirm]) await expect(field).toHaveValue('');
  await page.reload();
  await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/#\/signin/);
  await elsewhere.context().close();
  const [mail] = await product.mailsTo(superAdmin, 1);
  expect(mail?.subject).toContain('password was changed');
});

test('somebody sees where the account is signed in and ends it there', async ({ page, browser, product }) => {
  await signInWith(page, superAdmin, current);
  const elsewhere = await browserApart(browser, product.url);
  await signInWith(elsewhere, superAdmin, current);

  await choose(page, 'Where you are signed in');
  const popup = page.getByRole('dialog', { name: 'Where you are signed in' });
  const rows = popup.getByRole('listitem');
  await expect(rows.first()).toContainText('This browser');
  await expect(rows.first()).toContainText('Chrome');
  await expect(rows.first()).toContainText('127.0.0.1');
  expect(await accessibilityFaults(page)).toEqual([]);
  await popup.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(popup.getByText('You are signed in nowhere else.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/#\/signin/);
  await elsewhere.context().close();
  await popup.getByRole('button', { name: 'Close' }).first().click();
  await expect(popup).toBeHidden();
});
