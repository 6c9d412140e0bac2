// A form with unsaved changes is not left unasked, by whichever way one leaves.
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { password } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';

let acme: OwnTenant;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
});
test.afterAll(() => acme.stop());

interface Form {
  readonly name: string;
  readonly route: string;
  readonly write: (page: Page) => Promise<void>;
  readonly expectStored: (page: Page) => Promise<void>;
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' });
const forms: readonly Form[] = [
  {
    name: 'the page editor',
    route: 'app-settings/FAQs',
    write: async (page) => {
      await text(page).click();
      await page.keyboard.type('Half a thought');
    },
    expectStored: (page) => expect(text(page)).toHaveText('Half a thought'),
  },
  {
    name: 'the form of a site',
    route: 'manage-sites/add-site',
    write: (page) => page.getByLabel('Name*').fill('Half a site'),
    expectStored: (page) => expect(page.getByLabel('Name*')).toHaveValue('Half a site'),
  },
];

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const answer = (page: Page, text: 'Stay' | 'Leave') =>
  question(page).getByRole('button', { name: text }).click();
const expectRoute = (page: Page, route: string) =>
  expect.poll(() => page.evaluate(() => window.location.hash)).toBe(`#/${route}`);

/** Asked once, and not again a while after the answer. */
async function staysWhen(page: Page, form: Form, goAway: () => Promise<unknown>): Promise<void> {
  await goAway();
  await expect(question(page)).toHaveCount(1);
  await answer(page, 'Stay');
  await expect(question(page)).toHaveCount(0);
  await page.waitForTimeout(400);
  await expect(question(page)).toHaveCount(0);
  await expectRoute(page, form.route);
  await form.expectStored(page);
}

/** Before the form lies the list of shifts, behind it the audit log. */
async function write(page: Page, form: Form): Promise<void> {
  await page.goto('/#/manage-shifts');
  await page.goto(`/#/${form.route}`);
  await page.goto('/#/app-settings/audit-log');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goBack();
  await expectRoute(page, form.route);
  await form.write(page);
  await form.expectStored(page);
}

async function written(browser: Browser, form: Form): Promise<Page> {
  const page = await acme.signedIn(browser, people.asha);
  await write(page, form);
  return page;
}

const back = (page: Page) => page.evaluate(() => window.history.back());
const forward = (page: Page) => page.evaluate(() => window.history.forward());
const type = (page: Page, route: string) =>
  page.evaluate((hash) => {
    window.location.hash = hash;
  }, `/${route}`);
const menuLink = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');

async function choosePalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page, site, guard or checkpoint' }).fill('Incidents');
  await page.keyboard.press('Enter');
}

for (const form of forms) {
  test(`[MNG-10] ${form.name} asks once for each way of leaving, and staying keeps address, page and draft`, async ({
    browser,
  }) => {
    const page = await written(browser, form);
    const length = await page.evaluate(() => window.history.length);
    await staysWhen(page, form, () => back(page));
    await staysWhen(page, form, () => back(page));
    await staysWhen(page, form, () => forward(page));
    await staysWhen(page, form, () => page.evaluate(() => window.history.go(-2)));
    // Staying leaves no traces behind.
    expect(await page.evaluate(() => window.history.length)).toBe(length);
    await staysWhen(page, form, async () => {
      await back(page);
      await expect(question(page)).toBeVisible();
      await back(page);
    });
    await staysWhen(page, form, () => type(page, 'manage-guards'));
    await staysWhen(page, form, () => menuLink(page).filter({ hasText: 'Manage Incidents' }).click());
    await staysWhen(page, form, () => choosePalette(page));
    await staysWhen(page, form, () => back(page));
    await page.keyboard.press('Escape');
    await form.expectStored(page);
    await page.context().close();
  });

  test(`[MNG-10] ${form.name} is left for where one wanted to go`, async ({ browser }) => {
    const page = await acme.signedIn(browser, people.asha);
    for (const [goAway, route] of [
      [back, 'manage-shifts'],
      [forward, 'app-settings/audit-log'],
      [(page: Page) => type(page, 'manage-guards'), 'manage-guards'],
      [(page: Page) => menuLink(page).filter({ hasText: 'Manage Incidents' }).click(), 'manage-incidents'],
      [choosePalette, 'manage-incidents'],
    ] as const) {
      await write(page, form);
      await goAway(page);
      await answer(page, 'Leave');
      await expectRoute(page, route);
      await expect(question(page)).toHaveCount(0);
      await page.waitForTimeout(300);
      await expectRoute(page, route);
      // Nothing is left that would ask again.
      await back(page);
      await expect(question(page)).toHaveCount(0);
    }
    await page.context().close();
  });

  test(`[MNG-10] ${form.name} has the browser ask before its tab is closed`, async ({ browser }) => {
    const page = await written(browser, form);
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await form.expectStored(page);
    await page.context().close();
  });
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const isUnsaved = (page: Page, count: 0 | 1 = 1) =>
  expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(count);

/** Saves without a session, and signs in on the page to which that leads. */
async function signInAgain(page: Page, email: string, route: string): Promise<void> {
  await page.context().clearCookies();
  // A request that the page makes by itself may hear of the end first; the button has gone then.
  await save(page)
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await expect(page).toHaveURL(/#\/signin\?next=/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectRoute(page, route);
}

interface RestoredForm {
  readonly name: string;
  readonly route: string;
  readonly field: (page: Page) => Locator;
  readonly text: string;
  readonly expectText: (page: Page, text: string) => Promise<void>;
}

const byValue = (field: (page: Page) => Locator) => (page: Page, text: string) =>
  expect(field(page)).toHaveValue(text);
const siteName = (page: Page) => page.getByLabel('Name*');
const tenantName = (page: Page) => page.getByLabel('Name of the organisation');
const restoredForms: readonly RestoredForm[] = [
  {
    name: 'the form of a site',
    route: 'manage-sites/add-site',
    field: siteName,
    text: 'Depot by the canal',
    expectText: byValue(siteName),
  },
  {
    name: 'the settings',
    route: 'app-settings',
    field: tenantName,
    text: 'Acme Guarding and Sons',
    expectText: byValue(tenantName),
  },
  {
    name: 'the page editor',
    route: 'app-settings/FAQs',
    field: text,
    text: 'Half a thought',
    expectText: (page, words) => expect(text(page)).toHaveText(words),
  },
];

for (const { name, route, field, text, expectText } of restoredForms)
  test(`what was written in ${name} when the session ended is there again for whoever wrote it, and for nobody else`, async ({
    browser,
  }) => {
    const page = await acme.signedIn(browser, people.asha);
    await type(page, route);
    await field(page).fill(text);
    await isUnsaved(page);
    await signInAgain(page, people.asha, route);
    await expectText(page, text);
    await expect(
      page.getByText('What you had written before your session ended is here again. It is not saved yet.'),
    ).toHaveCount(1);
    await isUnsaved(page);

    await signInAgain(page, people.meera, route);
    await expect(field(page)).toBeVisible();
    await isUnsaved(page, 0);
    await type(page, 'manage-sites');
    await type(page, route);
    await expect(field(page)).toBeVisible();
    await isUnsaved(page, 0);
    await page.context().close();
  });

test('of what was written when the session ended, a secret is not there again', async ({ browser }) => {
  const page = await acme.signedIn(browser, people.asha);
  const route = 'app-settings/sign-in';
  const issuer = page.getByLabel('Address of the provider (issuer)');
  const secret = page.getByLabel(/^Client secret/);
  await type(page, route);
  await issuer.fill('https://login.acme.example');
  await secret.fill('a-secret-of-acme');
  await signInAgain(page, people.asha, route);
  await expect(issuer).toHaveValue('https://login.acme.example');
  await expect(secret).toHaveValue('');
  await expect(page.getByText(/is here again, except for the secret/)).toBeVisible();
  await page.context().close();
});

test('a draft that was kept is gone once it is saved or discarded', async ({ browser }) => {
  const page = await acme.signedIn(browser, people.asha);
  const route = 'app-settings/FAQs';
  const goAndReturn = async () => {
    await type(page, 'manage-sites');
    await expectRoute(page, 'manage-sites');
    await type(page, route);
  };
  await type(page, route);
  await text(page).fill('Half a thought');
  await signInAgain(page, people.asha, route);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(text(page)).toHaveText('');
  await text(page).fill('Another thought');
  await signInAgain(page, people.asha, route);
  await expect(text(page)).toHaveText('Another thought');
  await save(page).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await goAndReturn();
  await expect(text(page)).toHaveText('Another thought');
  await expect(save(page)).toBeDisabled();
  await page.context().close();
});

test('a page that is entered by signing in is drawn once, and asks for what it shows once', async ({
  browser,
}) => {
  const page = await acme.signedIn(browser, people.asha);
  await page.context().clearCookies();
  await type(page, 'app-settings/FAQs');
  await expect(page).toHaveURL(/#\/signin\?next=/);
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/secure/app-settings/pages/faqs')) count += 1;
  });
  await page.getByLabel('Email').fill(people.asha);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(text(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();
  expect(count).toBe(1);
  await page.context().close();
});
