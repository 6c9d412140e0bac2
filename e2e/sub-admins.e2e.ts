// Sub admins of a site, from the invitation to the end: the mails are those of the outbox.
import type { Page } from '@playwright/test';
import { accessibilityFaults, expect, password, superAdmin } from './journey.ts';
import { browserApart, linkOf, signInWith, test } from './own-product.ts';

test.use({ file: 'sub-admins' });

const email = 'ila.joshi@example.com';
const chosen = 'Quiet-river-42';
const card = (page: Page) => page.getByRole('region', { name: 'Sub admins' });
const rowOf = (page: Page) => card(page).getByRole('listitem').filter({ hasText: email });
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function choose(page: Page, action: string): Promise<void> {
  await rowOf(page).getByRole('button', { name: 'Actions for Ila Joshi' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function openSite(page: Page): Promise<string> {
  await signInWith(page, superAdmin, password);
  await page.goto('/#/manage-sites');
  await page.getByRole('grid', { name: 'Sites' }).getByRole('link', { name: 'Details' }).first().click();
  await expect(card(page)).toBeVisible();
  return (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
}

async function invite(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Invite sub admin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite sub admin' });
  await dialog.getByLabel('First name').fill('Ila');
  await dialog.getByLabel('Last name').fill('Joshi');
  await dialog.getByLabel('Email').fill(superAdmin);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Another account has this email address.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page).getByText('Invited', { exact: true })).toBeVisible();
  await expect(rowOf(page).getByText('The link works until')).toBeVisible();
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const dialog = page.getByRole('dialog', { name: 'Reset password' });
  await dialog.getByLabel('New password').fill(chosen);
  await dialog.getByLabel('Confirm password').fill(chosen);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('[MNG-02] [GRID-03] an invited sub admin sets a password, sees the own site alone, and is shut out', async ({
  page,
  browser,
  product,
}) => {
  const site = await openSite(page);
  await invite(page);
  await choose(page, 'Resend invitation');
  await expect(toast(page, `on its way to ${email}`).first()).toBeVisible();
  const mails = await product.mailsTo(email, 2);
  const otherBrowser = await browserApart(browser, product.url);
  // The former link says that there is a newer one, and what to do.
  await otherBrowser.goto(linkOf(mails[0]));
  const ended = otherBrowser.getByRole('dialog', { name: 'A newer invitation was mailed' });
  await expect(ended).toBeVisible();
  expect(await accessibilityFaults(otherBrowser)).toEqual([]);
  await ended.getByRole('button', { name: 'Go to sign-in' }).click();
  await expect(ended).toBeHidden();
  await setPassword(otherBrowser, linkOf(mails[1]));
  await signInWith(otherBrowser, email, chosen);
  await otherBrowser.goto('/#/patrolling-reports/scanned-checkpoints');
  const cells = otherBrowser.getByRole('grid').getByRole('row').filter({ hasText: site });
  await expect(cells.first()).toBeVisible();
  await expect(otherBrowser.getByRole('combobox', { name: 'Site' })).toHaveCount(0);

  await page.reload();
  await expect(rowOf(page).getByText('Activated', { exact: true })).toBeVisible();
  await choose(page, 'Send reset password');
  await product.mailsTo(email, 3);
  await choose(page, 'Deactivate');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(rowOf(page).getByText('Deactivated', { exact: true })).toBeVisible();
  await otherBrowser.reload();
  await expect(otherBrowser).toHaveURL(/#\/signin/);
  await choose(page, 'Remove from site');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(rowOf(page)).toHaveCount(0);
  await otherBrowser.context().close();
});
