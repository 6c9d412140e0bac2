// What is written in a dialog is lost neither by a key pressed in passing nor by the end of the session.
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { type OwnTenant, startOwnTenant } from './own-tenant.ts';
import { pressSignedOut, signInAgain } from './session-end.ts';

let acme: OwnTenant;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
  await acme.run(`INSERT INTO incidents (tenant_id, id, site_id, type, severity, description)
    SELECT tenant_id, gen_random_uuid(), id, 'theft', 'high', 'A ladder is gone' FROM sites`);
  await acme.run(`INSERT INTO exceptions (tenant_id, id, kind, severity, reasons, subject_id, site_id, route_name,
      happened_at_ms, opened_at_ms)
    SELECT tenant_id, gen_random_uuid(), 'missed', 3, '{missed}', gen_random_uuid(), id, 'North walk', 1, 1 FROM sites`);
});
test.afterEach(() => acme.closePages());
test.afterAll(() => acme.stop());

const words = 'Keep the gate shut.';
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const answer = (page: Page, name: 'Stay' | 'Leave') => question(page).getByRole('button', { name }).click();
const goTo = (page: Page, hash: string) =>
  page.evaluate((next) => {
    window.location.hash = next;
  }, hash);

/** On the page of the one site, with something written in the dialog of its post orders. */
async function writeOrders(browser: Browser) {
  const page = await acme.open(browser, 'manage-sites');
  await page.getByRole('link', { name: 'Details' }).click();
  const begin = page.getByRole('button', { name: 'Write post orders' });
  await begin.click();
  const dialog = page.getByRole('dialog', { name: 'Post orders' });
  const orders = dialog.getByRole('textbox', { name: 'Post orders' });
  await orders.fill(words);
  return { page, begin, dialog, orders };
}

test('[MNG-10] a dialog with something written in it asks before it closes, however often Escape is pressed', async ({
  browser,
}) => {
  const { page, begin, dialog, orders } = await writeOrders(browser);
  for (let time = 0; time < 3; time += 1) {
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(1);
    await answer(page, 'Stay');
    await expect(question(page)).toHaveCount(0);
    await expect(orders).toBeVisible();
    await expect(orders).toHaveValue(words);
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Leave');
  await expect(dialog).toHaveCount(0);
  await begin.click();
  await expect(orders).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a dialog that was written in when the session ended is open again, until it is closed', async ({
  browser,
}) => {
  const { page, begin, dialog, orders } = await writeOrders(browser);
  const hash = await page.evaluate(() => window.location.hash);
  await pressSignedOut(page, dialog.getByRole('button', { name: 'Publish' }));
  await signInAgain(page);
  await expect(orders).toHaveValue(words);
  await page.keyboard.press('Escape');
  await answer(page, 'Leave');
  await expect(dialog).toHaveCount(0);
  await goTo(page, '/manage-sites');
  await expect(page.getByRole('grid')).toBeVisible();
  await goTo(page, hash);
  await expect(begin).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

const shortDialogs = [
  {
    route: 'manage-sites',
    title: 'Invite sub admin',
    field: /^First name/,
    text: 'Ila',
    send: 'Send invitation',
    fillOthers: async (dialog: Locator) => {
      await dialog.getByLabel(/^Last name/).fill('Joshi');
      await dialog.getByLabel(/^Email/).fill('ila@acme.example');
    },
  },
  {
    route: 'manage-incidents',
    title: 'Attend',
    field: /^Comment/,
    text: words,
    send: 'Attend',
    fillOthers: async () => {},
  },
  {
    route: 'patrolling-reports/exceptions',
    title: 'Close with reason',
    field: /^Reason/,
    text: words,
    send: 'Close with reason',
    fillOthers: async (dialog: Locator) => {
      await dialog.getByLabel(/^Outcome/).selectOption({ label: 'False alarm' });
    },
  },
];

for (const { route, title, field, text, send, fillOthers } of shortDialogs) {
  test(`[MNG-10] what is written under “${title}” outlasts Escape and the end of the session`, async ({
    browser,
  }) => {
    const page = await acme.open(browser, route);
    // The queue of exceptions closes them itself; the others are changed on their pages.
    if (title !== 'Close with reason') await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('button', { name: title }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByLabel(field).fill(text);
    await page.keyboard.press('Escape');
    await answer(page, 'Stay');
    await expect(dialog.getByLabel(field)).toHaveValue(text);

    await fillOthers(dialog);
    await pressSignedOut(page, dialog.getByRole('button', { name: send }));
    await signInAgain(page);
    await expect(dialog.getByLabel(field)).toHaveValue(text);
    await expect(page.getByRole('dialog')).toHaveCount(1);

    const hash = await page.evaluate(() => window.location.hash);
    await dialog.getByRole('button', { name: send }).click();
    await expect(dialog).toHaveCount(0);
    await goTo(page, '/manage-devices');
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Devices' })).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await goTo(page, hash);
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Devices' })).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
  });
}

test('[MNG-10] a comment that was not added is asked about, and is there again after the end of the session', async ({
  browser,
}) => {
  const page = await acme.open(browser, 'manage-incidents');
  await page.getByRole('link', { name: 'Details' }).click();
  const comment = page.getByRole('textbox', { name: 'Comment' });
  const remark = 'The ladder was lent.';
  await comment.fill(remark);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await answer(page, 'Stay');
  await pressSignedOut(page, page.getByRole('button', { name: 'Add comment' }));
  await signInAgain(page);
  await expect(comment).toHaveValue(remark);
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(comment).toHaveValue('');
  await expect(page.getByText(remark)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('[MNG-10] the name of a view that is not saved yet outlasts Escape and the end of the session', async ({
  browser,
}) => {
  const page = await acme.open(browser, 'manage-sites?searchText=a');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  const name = dialog.getByLabel(/^Name of the view/);
  await name.fill('Sites with an a');
  await page.keyboard.press('Escape');
  await answer(page, 'Stay');
  await expect(name).toHaveValue('Sites with an a');
  await pressSignedOut(page, dialog.getByRole('button', { name: 'Save' }));
  await signInAgain(page);
  await expect(name).toHaveValue('Sites with an a');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sites with an a' })).toBeVisible();
});

const plan = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#f4ecd8' } })
    .png()
    .toBuffer();

test('[MNG-10] the name of a floor plan that is not sent yet outlasts Escape and the end of the session, and so does the plan', async ({
  browser,
}) => {
  const page = await acme.open(browser, 'manage-sites');
  await page.getByRole('link', { name: 'Details' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add floor plan' }).click();
  await (await chooser).setFiles({ name: 'scan.png', mimeType: 'image/png', buffer: await plan() });
  const dialog = page.getByRole('dialog', { name: 'Add floor plan' });
  const name = dialog.getByLabel(/^Name of the plan/);
  await name.fill('Ground floor');
  await page.keyboard.press('Escape');
  await answer(page, 'Stay');
  await expect(name).toHaveValue('Ground floor');
  await pressSignedOut(page, dialog.getByRole('button', { name: 'Upload' }));
  await signInAgain(page);
  await expect(name).toHaveValue('Ground floor');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Ground floor' })).toBeVisible();
});
