// What a super admin sees of the mail: in the demo's outbox whole, through a mail server never what it says.
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { accessibilityFaults, superAdmin } from './journey.ts';
import { browserApart, otpOf, signInWith, test } from './own-product.ts';
import { people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute } from './signed-in.ts';
import { password } from './journey.ts';

test.use({ file: 'sent-mail' });

const grid = (page: Page) => page.getByRole('grid', { name: 'Sent mail' });
const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text });

/** Asks for a new password as somebody who forgot it. */
async function forget(page: Page, email: string, tenant = 'demo'): Promise<void> {
  const address = `/api/${tenant}/users/forgot-password`;
  const reply = await page.request.post(address, { data: { username: email } });
  expect(reply.status()).toBe(200);
}

async function openList(page: Page, email: string): Promise<void> {
  await signInWith(page, email, password);
  await page.getByRole('button', { name: 'App Settings' }).click();
  await page.getByRole('link', { name: 'Sent Mail' }).click();
  await expect(grid(page)).toBeVisible();
}

test('[MNG-09] the demo opens a mail: its HTML dressed but lifeless, its text with the code', async ({
  page,
  product,
}) => {
  await forget(page, 'sub@demo.example');
  const [mail] = await product.mailsTo('sub@demo.example', 1);
  await openList(page, superAdmin);
  await expect(page.getByText(/outbox of the demo/)).toBeVisible();
  await page.getByLabel('Search mail').fill('SUB@demo');
  await expect(row(page, 'sub@demo.example').getByText('Sent', { exact: true })).toBeVisible();
  await expect(row(page, 'super@demo.example')).toHaveCount(0);
  await row(page, 'sub@demo.example').getByRole('button', { name: 'Open' }).click();
  const opened = page.getByRole('dialog');
  const frame = opened.frameLocator('iframe');
  await expect(frame.getByText(otpOf(mail))).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Set a new password' })).toHaveCSS(
    'color',
    'rgb(255, 255, 255)',
  );
  await expect(opened.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*(scripts|same-origin|forms))/);
  await opened.getByRole('button', { name: 'Text part' }).click();
  await expect(opened.getByText(otpOf(mail))).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  // On a phone since the look of it.
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed');
  await expect(page.getByText('No message matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(row(page, 'sub@demo.example')).toHaveCount(1);
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[MNG-09] a mailed report is shown with its figures and with the names of its files', async ({
  page,
}) => {
  await signInWith(page, superAdmin, password);
  await openRoute(page, 'patrolling-reports/scheduled-reports');
  const reports = page.getByRole('grid', { name: 'Scheduled reports' });
  await reports

    .getByRole('row')
    .filter({ hasText: 'Night report' })
    .getByRole('link', { name: 'Details' })
    .click();
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  const sent = page.getByRole('region', { name: 'What was sent' });
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible();
  await openRoute(page, 'app-settings/sent-mail');
  await row(page, 'Test: Night report').getByRole('button', { name: 'Open' }).click();
  const opened = page.getByRole('dialog');
  await expect(opened.frameLocator('iframe').getByRole('row', { name: /^Rounds \d/ })).toBeVisible();
  const files = opened.getByRole('definition').filter({ has: page.getByRole('list') });
  await expect(files.getByRole('listitem')).toHaveText([
    /^Night report .*\.pdf$/,
    /Scanned checkpoints .*\.xlsx$/,
    /Missed rounds .*\.xlsx$/,
    /Incidents .*\.xlsx$/,
  ]);
  await opened.getByRole('button', { name: 'Text part' }).click();
  await expect(opened.getByText(/^ {2}Rounds: \d/m)).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('a sub admin has no list of mail', async ({ page }) => {
  await signInWith(page, 'sub@demo.example', password);
  await page.goto('/#/app-settings/sent-mail');
  await expect(page.getByText('You do not have access to this page')).toBeVisible();
});

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('[MNG-09] a mail server that is down is told of; up again, a message is sent by a click', async ({
  browser,
}) => {
  const port = await freePort();
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-reply@watchpost.example' };
  const acme = await startOwnTenant(settings);
  const arrived: string[] = [];
  const box = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, answer) => answer(void arrived.push(address) as undefined),
    onData: (stream, _session, answer) => void stream.on('end', () => answer()).resume(),
  });
  try {
    const page = await browserApart(browser, acme.url);
    await forget(page, people.sub, 'acme');
    await openList(page, people.asha);
    const banner = page.getByRole('alert').filter({ hasText: 'does not take mail' });
    await expect(banner).toContainText('ECONNREFUSED', { timeout: 30_000 });
    await expect(banner).toContainText('1 message waits');
    const waiting = row(page, people.sub);
    await expect(waiting.getByText('Waiting')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await waiting.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('dialog').getByText(/What a message says is not shown/)).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.keyboard.press('Escape');

    await new Promise<void>((resolve) => void box.listen(port, '127.0.0.1', resolve));
    await waiting.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText(`The message to ${people.sub} is on its way again.`)).toBeVisible();
    await expect.poll(() => arrived).toContain(people.sub);
    await expect(waiting.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(banner).toHaveCount(0, { timeout: 30_000 });
    await page.context().close();
  } finally {
    await new Promise<void>((resolve) => box.close(() => resolve()));
    await acme.stop();
  }
});
