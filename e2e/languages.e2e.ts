// The console in Hindi and Marathi: chosen before or after sign-in, at once, remembered, and nothing English left.
import { type Browser, expect, type Page, test as base } from '@playwright/test';
import { en, hi, mr } from '../apps/console/src/labels/texts.testing.ts';
import { pages as table } from '../apps/console/src/app/pages.ts';
import { compileMessage } from '../labels/compile-message.ts';
import { readingsOf } from '../labels/readings.ts';
import { accessibilityFaults, password } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';

const test = base.extend<object, { acme: OwnTenant }>({
  acme: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted off this pattern
    async ({}, use) => {
      const acme = await startOwnTenant();
      await use(acme);
      await acme.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const spoken = { hi: { texts: hi, name: 'हिन्दी' }, mr: { texts: mr, name: 'मराठी' } } as const;
type Spoken = keyof typeof spoken;

async function signInPage(browser: Browser, acme: OwnTenant): Promise<Page> {
  const context = await browser.newContext({ baseURL: acme.url, locale: 'en-IN' });
  const page = await context.newPage();
  await page.goto('/#/signin');
  return page;
}

async function signInAs(page: Page, texts: Readonly<Record<string, string>>, email: string): Promise<void> {
  await page.getByLabel(texts['signIn.username'] ?? '').fill(email);
  await page.getByLabel(texts['signIn.password'] ?? '', { exact: true }).fill(password);
  await page.getByRole('button', { name: texts['signIn.submit'] ?? '' }).click();
  await expect(page).toHaveURL(/#\/admin-dashboard/);
}

const chooseInMenu = async (page: Page, name: string): Promise<void> => {
  await page.locator('header button[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitemradio', { name }).click();
};

/** What somebody reads or hears on the page as it stands. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.checkVisibility() === true) found.push(node.textContent?.trim() ?? '');
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        found.push(element.getAttribute(name) ?? '');
    // What stands in a field is no text of the page to the walker, nor are the choices of a closed one.
    for (const { text } of document.querySelectorAll('option')) found.push(text);
    for (const { value } of document.querySelectorAll('input')) found.push(value);
    return found;
  });

const hasText = (text: string) => /[a-z]{3}/i.test(text.replaceAll(/\{\w+\}/g, ''));

/** Recognises English texts of the catalogue, whatever their values; those that read the same in `texts` are left out. */
function englishDetector(texts: Readonly<Record<string, string>>): (text: string) => boolean {
  const english = Object.entries(en)
    .flatMap(([key, text]) => (texts[key] === text ? [] : readingsOf(compileMessage(text))))
    .filter(hasText);
  const whole = new Set<string>(english);
  const patterns = english
    .filter((text) => /\{\w+\}/.test(text))
    .map((text) => {
      const literal = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^${literal.join('.+')}$`, 'u');
    });
  return (text) => whole.has(text) || patterns.some((pattern) => pattern.test(text));
}

const isEnglish = { hi: englishDetector(hi), mr: englishDetector(mr) } as const;

/** Names that people gave, which no language translates. */
const given = /Acme|Asha|Kale|@|Watchpost$/;

async function englishLeft(page: Page, language: Spoken): Promise<string[]> {
  const texts = await readTexts(page);
  return [...new Set(texts)].filter((text) => !given.test(text) && isEnglish[language](text));
}

/** One path of each page: some have several. */
const pages = table.flatMap(({ paths }) => paths.slice(-1));

for (const language of ['hi', 'mr'] as const) {
  const { texts, name } = spoken[language];

  test(`[SHELL-07] ${language} chosen before sign-in is kept by the account, the browser and other tabs`, async ({
    browser,
    acme,
  }) => {
    const page = await signInPage(browser, acme);
    await page.getByLabel('Email').fill(people.asha);
    await page.getByRole('button', { name }).click();
    // At once, and what was typed stays.
    await expect(page.getByRole('button', { name: texts['signIn.submit'] })).toBeVisible();
    await expect(page.getByLabel(texts['signIn.username'])).toHaveValue(people.asha);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect(await englishLeft(page, language)).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/secure/users/language'));
    await signInAs(page, texts, people.asha);
    expect((await saved).status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.Dashboard);
    await expect(page).toHaveTitle(`${texts.Dashboard} · Watchpost`);
    await expect(page.getByRole('link', { name: texts['Manage Sites'] })).toBeVisible();

    const other = await page.context().newPage();
    await other.goto('/#/app-settings');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(texts['App Settings']);

    // Another device learns it from the account.
    const device = await signInPage(browser, acme);
    await signInAs(device, en, people.asha);
    await expect(device.getByRole('heading', { level: 1 })).toHaveText(texts.Dashboard);

    // The other tab follows a change, what is typed there stays; signing out keeps the browser's language.
    await other.getByLabel(texts['settings.name']).fill('Acme Security');
    await chooseInMenu(page, 'English');
    await expect(other.getByLabel('Name of the organisation')).toHaveValue('Acme Security');
    await chooseInMenu(page, name);
    await expect(other.getByLabel(texts['settings.name'])).toHaveValue('Acme Security');
    await other.close();
    await page.locator('header button[aria-haspopup="menu"]').last().click();
    await page.getByRole('menuitem', { name: texts['shell.logout'] }).click();
    await expect(page.getByRole('button', { name: texts['signIn.submit'] })).toBeVisible();
    await acme.run('UPDATE users SET language = NULL');
  });

  test(`[SHELL-06] [SHELL-07] no page of a super admin shows English in ${language}`, async ({
    browser,
    acme,
  }) => {
    const page = await acme.signedIn(browser, people.asha);
    await chooseInMenu(page, name);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const left: string[] = [];
    for (const path of pages) {
      await page.goto(`/#/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Devanagari}/u);
      await page.waitForLoadState('networkidle');
      left.push(...(await englishLeft(page, language)).map((text) => `${path}: ${text}`));
    }
    expect(left).toEqual([]);
    await acme.run('UPDATE users SET language = NULL');
  });

  test(`[SHELL-07] dates, numbers and plurals are written as ${language} writes them`, async ({
    browser,
    acme,
  }) => {
    const page = await acme.signedIn(browser, people.meera);
    await chooseInMenu(page, name);
    await page.goto('/#/patrolling-reports/scanned-checkpoints?from=2026-08-01&to=2026-08-02');
    await page.getByRole('button', { name: texts['ui.openCalendar'] }).first().click();
    const august = new Intl.DateTimeFormat(`${language}-IN`, { month: 'long' }).format(new Date(2026, 7, 15));
    await expect(page.getByRole('dialog')).toContainText(august);
    await page.goto('/#/app-settings/audit-log');
    const [, several = ''] = readingsOf(compileMessage(texts['audit.total']));
    await expect(page.getByText(new RegExp(`^${several.replace('{count}', '\\d+')}$`))).toBeVisible();
    // The tenant's format stays, its month has the language's name, the digits are Latin everywhere.
    const month = new Intl.DateTimeFormat(`${language}-IN`, { month: 'short' }).format(new Date());
    const time = new RegExp(`${month} \\d{2}, \\d{4} \\d{2}:\\d{2}`);
    await expect(page.getByText(time).first()).toBeVisible();
    expect((await readTexts(page)).join('')).not.toMatch(/[०-९]/);
    await acme.run('UPDATE users SET language = NULL');
  });
}

test('[SHELL-07] a tenant that chose Hindi greets everybody in it who chose nothing', async ({
  browser,
  acme,
}) => {
  await acme.run(
    `INSERT INTO tenant_config (tenant_id, config_key, config_value) SELECT tenant_id, 'language', 'hi' FROM tenants`,
  );
  const page = await signInPage(browser, acme);
  await expect(page.getByRole('button', { name: hi['signIn.submit'] })).toBeVisible();
  await signInAs(page, hi, people.sub);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hi.Dashboard);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await acme.run(`DELETE FROM tenant_config WHERE config_key = 'language'`);
});

test('[SHELL-07] a language that is chosen while the account is being read stays, in this tab and in others', async ({
  browser,
  acme,
}) => {
  const page = await signInPage(browser, acme);
  await signInAs(page, en, people.asha);
  const reading = await page.context().newPage();
  for (const chooser of [page, reading]) {
    let answer = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await reading.route(/\/secure\/user-metadata/, async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    const asked = reading.waitForRequest(/\/secure\/user-metadata/);
    await reading.goto('/#/app-settings');
    await reading.reload();
    await asked;
    await chooseInMenu(chooser, chooser === page ? 'हिन्दी' : 'English');
    const chosen = chooser === page ? 'hi' : 'en';
    await expect(reading.locator('html')).toHaveAttribute('lang', chosen);
    // Stored again with the rest of the answer.
    await reading.evaluate(() => localStorage.removeItem('SETTINGS_VERSION'));
    answer();
    await expect.poll(() => reading.evaluate(() => localStorage.getItem('SETTINGS_VERSION'))).not.toBeNull();
    await expect(reading.locator('html')).toHaveAttribute('lang', chosen);
    await expect(page.locator('html')).toHaveAttribute('lang', chosen);
    expect(await reading.evaluate(() => localStorage.getItem('LANGUAGE'))).toBe(`"${chosen}"`);
    await reading.unroute(/\/secure\/user-metadata/);
  }

  // Nor does an answer take it back that was given before it was saved.
  let save = () => {};
  const saving = new Promise<void>((resolve) => {
    save = resolve;
  });
  await page.route(/\/secure\/users\/language/, async (route) => {
    await saving;
    await route.continue();
  });
  await chooseInMenu(page, 'हिन्दी');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await reading.reload();
  await expect.poll(() => reading.evaluate(() => localStorage.getItem('LANGUAGE'))).toBe('"en"');
  save();
  for (const tab of [page, reading]) await expect(tab.locator('html')).toHaveAttribute('lang', 'hi');
  await acme.run('UPDATE users SET language = NULL');
});
