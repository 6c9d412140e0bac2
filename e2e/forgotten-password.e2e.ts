// Back into an account: the popups as a person sees them, with the mails of the outbox.
import type { Page } from '@playwright/test';
import { accessibilityFaults, expect, superAdmin } from './journey.ts';
import { browserApart, linkOf, otpOf, signInWith, test } from './own-product.ts';
import { expectGoneAfter, stopClock } from './stopped-clock.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function openForgot(page: Page) {
  await page.goto('/#/signin');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  return dialog(page, 'Forgot your password?');
}

/** Asks for a code and leaves the page at the OTP popup. */
async function askForCode(page: Page, email: string) {
  const popup = await openForgot(page);
  await popup.getByLabel('Username').fill(email);
  await popup.getByRole('button', { name: 'Submit' }).click();
  return dialog(page, 'OTP verification');
}

const wrong = (otp: string) => (otp === '000000' ? '111111' : '000000');

test.use({ file: 'forgotten-password' });

test('[FORGOT-01] [FORGOT-02] the popup takes an address and says what is wrong with it', async ({
  page,
}) => {
  const popup = await openForgot(page);
  const field = popup.getByLabel('Username');
  const submit = popup.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await expect(popup.getByRole('alert')).toHaveCount(0);
  const cancel = popup.getByRole('button', { name: 'Cancel' });
  await field.focus();
  await cancel.focus();
  await expect(popup.getByText('Enter your email address.')).toBeVisible();
  await field.fill('asha@nowhere');
  await expect(popup.getByText('Enter an email address like name@company.com.')).toBeVisible();
  await expect(submit).toBeDisabled();
  await field.fill('');
  await expect(popup.getByText('Enter your email address.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await cancel.click();
  await expect(popup).toBeHidden();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(field).toHaveValue('');
});

test('[FORGOT-03] a failure is said in a toast and above the form', async ({ page }) => {
  const popup = await openForgot(page);
  await page.route('**/users/forgot-password', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/json',
      body: JSON.stringify({ general: [{ code: 'slowDown', message: 'Too many attempts.' }] }),
    }),
  );
  await popup.getByLabel('Username').fill('asha@demo.example');
  await popup.getByRole('button', { name: 'Submit' }).click();
  await expect(popup.getByRole('alert').getByText('Too many attempts.').first()).toBeVisible();
  const alert = page.locator('[data-severity=error]').filter({ hasText: 'Too many attempts.' });
  await expect(alert.getByText('Error', { exact: true })).toBeVisible();
});

test('[FORGOT-03] [FORGOT-04] [OTP-01] [OTP-02] [OTP-03] [SETPW-01] [SETPW-03] a new password by the mailed code', async ({
  page,
  browser,
  product,
}) => {
  const elsewhere = await browserApart(browser, product.url);
  await signInWith(elsewhere, superAdmin, 'Patrol-demo-1');

  const otpPopup = await askForCode(page, superAdmin);
  await expect(toast(page, 'Please check you email reset password link has been sent.')).toBeVisible();
  await expect(dialog(page, 'Forgot your password?')).toBeHidden();
  const [first] = await product.mailsTo(superAdmin, 1);
  expect(otpOf(first)).toMatch(/^\d{6}$/);

  expect((await otpPopup.boundingBox())?.width).toBe(500);
  const resend = otpPopup.getByRole('button', { name: 'Resend OTP' });
  const verify = otpPopup.getByRole('button', { name: 'Verify' });
  const field = otpPopup.getByLabel('OTP');
  await expect(resend).toBeDisabled();
  await expect(verify).toBeDisabled();
  await field.fill('123');
  await expect(otpPopup.getByText('Invalid OTP')).toBeVisible();
  await expect(verify).toBeDisabled();
  await field.fill('1234');
  await expect(otpPopup.getByText('Invalid OTP')).toBeHidden();
  await expect(verify).toBeEnabled();
  await field.fill(wrong(otpOf(first)));
  await verify.click();
  const failure = page.locator('[data-severity=error]').filter({ hasText: 'Invalid OTP' });
  await expect(failure.getByText('OTP', { exact: true })).toBeVisible();
  await expect(resend).toBeEnabled();
  const sent = page.waitForRequest('**/users/resend-otp?userType=admin');
  await resend.click();
  await expect(resend).toBeDisabled();
  expect((await sent).postDataJSON()).toEqual({ email: superAdmin, tenantId: 'demo' });
  const second = (await product.mailsTo(superAdmin, 2))[1];
  await field.fill(otpOf(second));
  await verify.click();
  const success = page.locator('[data-severity=success]').filter({ hasText: 'OTP Verified' });
  await expect(success.getByText('OTP matched.', { exact: true })).toBeVisible();
  await expect(otpPopup).toBeHidden();

  const setPopup = dialog(page, 'Reset password');
  const save = setPopup.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await setPopup.getByLabel('New password').fill('Fresh-pass 1');
  await expect(setPopup.getByText('A password has no spaces.')).toBeVisible();
  await setPopup.getByLabel('New password').fill('Fresh-pass-1');
  await setPopup.getByLabel('Confirm password').fill('Fresh-pass-2');
  await expect(setPopup.getByText('New password does not match with confirm new password.')).toBeVisible();
  await expect(save).toBeDisabled();
  await setPopup.getByLabel('Confirm password').fill('Fresh-pass-1');
  expect(await accessibilityFaults(page)).toEqual([]);
  await stopClock(page);
  await save.click();
  await expect(setPopup.getByText('Your password has been set. Sign in with it now.')).toBeVisible();
  await expectGoneAfter(page, setPopup, 2_000);
  await signInWith(page, superAdmin, 'Fresh-pass-1');

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/#\/signin/);
  await elsewhere.context().close();
});

test('[FORGOT-04] [SETPW-01] the mailed link opens the last popup and works once, whoever is signed in', async ({
  page,
  product,
}) => {
  const email = 'sub@demo.example';
  await signInWith(page, email, 'Patrol-demo-1');
  await page.request.post('/api/demo/users/forgot-password', { data: { username: email } });
  const link = linkOf((await product.mailsTo(email, 1))[0]);
  await page.goto(link);
  const setPopup = dialog(page, 'Reset password');
  await expect(setPopup).toBeVisible();
  // The secret stays neither in the address nor in the history.
  await expect(page).toHaveURL(/#\/signin\?reset=taken$/);
  for (const label of ['New password', 'Confirm password']) {
    await setPopup.getByLabel(label).fill('Fresh-pass-3');
    await setPopup.getByLabel(label).fill('');
  }
  await expect(setPopup.getByText('Enter a new password.')).toBeVisible();
  await expect(setPopup.getByText('Enter the new password again.')).toBeVisible();
  await setPopup.getByLabel('New password').fill('Fresh-pass-3');
  await setPopup.getByRole('button', { name: 'Cancel' }).click();
  await expect(setPopup).toBeHidden();

  await page.goto('about:blank');
  await page.goto(link);
  await expect(setPopup.getByLabel('New password')).toHaveValue('');
  await setPopup.getByLabel('New password').fill('Fresh-pass-3');
  await setPopup.getByLabel('Confirm password').fill('Fresh-pass-3');
  await setPopup.getByRole('button', { name: 'Save' }).click();
  await expect(setPopup).toBeHidden();
  await signInWith(page, email, 'Fresh-pass-3');

  await page.goto('about:blank');
  await page.goto(link);
  const ended = dialog(page, 'This link works no longer');
  await expect(ended).toContainText('was used');
  await expect(setPopup).toBeHidden();
});
