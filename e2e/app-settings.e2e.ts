// App Settings as two super admins and a sub admin of one tenant live with it.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';

let acme: OwnTenant;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
});
test.afterAll(() => acme.stop());

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const message = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

async function openSettings(browser: Browser, route: string, email: string = people.asha): Promise<Page> {
  const page = await acme.signedIn(browser, email);
  await page.goto(`/#/app-settings${route}`);
  return page;
}

test.describe('a page of information', () => {
  test('[INFO-01] [INFO-02] each of the five has its title; the text comes about 200 ms later; another id shows nothing', async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ baseURL: acme.url })).newPage();
    const titles = {
      aboutCompany: 'About Company',
      contactSupport: 'Contact Us',
      faqs: 'FAQs',
      privacyPolicy: 'Privacy Policy',
      termConditions: 'Terms and conditions',
    };
    for (const [id, title] of Object.entries(titles)) {
      await page.goto('about:blank');
      await page.goto('/#/signin');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      const asked = page.waitForRequest(new RegExp(`/app-info/${id}$`));
      const openedMs = await page.evaluate((path) => {
        window.location.hash = path;
        return performance.now();
      }, `/app-info/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await asked;
      await expect
        .poll(() =>
          page.evaluate(
            (name) =>
              performance.getEntriesByType('resource').find((entry) => entry.name.endsWith(name))
                ?.startTime ?? 0,
            `/api/acme/app-info/${id}`,
          ),
        )
        .toBeGreaterThanOrEqual(openedMs + 200);
    }
    for (const id of ['faq', 'FAQS', '__proto__']) {
      await page.goto('about:blank');
      await page.goto(`/#/app-info/${id}`);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('body')).toHaveText('');
    }
  });

  test('[MNG-09] the toolbar is one stop of the tab key, and arrow keys walk it', async ({ browser }) => {
    const page = await openSettings(browser, '/contact-us');
    const bold = page.getByRole('button', { name: 'Bold' });
    await bold.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect(text(page)).toBeFocused();
    await page.keyboard.type('Call us');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByLabel('Address').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Set link' }).click();
    await message(page, /begins with https/);
    await page.getByLabel('Address').fill('tel:+912055500100');
    await page.getByRole('button', { name: 'Set link' }).click();
    await expect(text(page).getByRole('link', { name: 'Call us' })).toHaveAttribute(
      'href',
      'tel:+912055500100',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(text(page).getByRole('link')).toHaveCount(0);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(text(page).getByRole('link')).toHaveCount(1);
  });

  test('[MNG-09] of two editors the second is told who saved, sees what changed, and chooses', async ({
    browser,
  }) => {
    const asha = await openSettings(browser, '/FAQs');
    await text(asha).fill('When do you walk?');
    await save(asha).click();
    await message(asha, 'Saved.');
    const meera = await openSettings(browser, '/FAQs', people.meera);
    await expect(text(meera)).toHaveText('When do you walk?');
    await text(asha).fill('How often do you walk?');
    await save(asha).click();
    await message(asha, /Version 2/);
    await text(meera).fill('Where do you walk?');
    await save(meera).click();
    await message(meera, 'Asha Kale saved this page while you were editing');
    await expect(meera.locator('del')).toHaveText('When do you walk?');
    await expect(meera.locator('ins')).toHaveText('How often do you walk?');
    await expect(text(meera)).toHaveText('Where do you walk?');
    await meera.getByRole('button', { name: 'Save mine over it' }).click();
    await message(meera, /Version 3, saved by Meera Joshi/);
  });

  test('[MNG-09] the history tells who and when, opens a text and restores it', async ({ browser }) => {
    const page = await openSettings(browser, '/FAQs');
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History of FAQs' });
    await expect(history.getByRole('listitem')).toHaveCount(3);
    await expect(history.getByRole('listitem').first()).toContainText(
      /Version 3 \(now shown\).*by Meera Joshi/,
    );
    await history.getByRole('button', { name: 'Open version 1' }).click();
    await expect(history.getByText('When do you walk?')).toBeVisible();
    await history.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await message(page, 'Version 1 is shown again.');
    await expect(text(page)).toHaveText('When do you walk?');
    await message(page, /Version 4, saved by Asha Kale/);
  });

  test('[MNG-09] [INFO-01] a text is written, previewed, saved, replaced, and restored for every visitor', async ({
    browser,
  }) => {
    const page = await openSettings(browser, '/privacy-policy');
    const visitor = await (await browser.newContext({ baseURL: acme.url })).newPage();
    const seen = async (text: string) => {
      await visitor.goto('about:blank');
      await visitor.goto('/#/app-info/privacyPolicy');
      await expect(visitor.getByText(text, { exact: true })).toBeVisible();
    };
    await text(page).click();
    await page.keyboard.type('We keep rounds for a year.');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(text(page)).toBeHidden();
    await expect(page.getByRole('strong')).toHaveText('We keep rounds for a year.');
    await save(page).click();
    await message(page, /Version 1, saved by Asha Kale/);
    await seen('We keep rounds for a year.');
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await text(page).fill('We keep nothing.');
    await save(page).click();
    await message(page, /Version 2, saved by Asha Kale/);
    await seen('We keep nothing.');
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: /^History of/ });
    await history.getByRole('button', { name: 'Open version 1' }).click();
    await expect(history.locator('strong')).toHaveText('We keep rounds for a year.');
    await history.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await message(page, /Version 3, saved by Asha Kale/);
    await expect(text(page).locator('strong')).toHaveText('We keep rounds for a year.');
    await seen('We keep rounds for a year.');
  });
});

test('[MNG-09] parts that do not fit beside each other fade out at the side where more follow', async ({
  browser,
}) => {
  const page = await openSettings(browser, '');
  const parts = page.getByRole('navigation', { name: 'App settings' }).locator('[data-more]');
  const fades = () =>
    parts.evaluate((area) =>
      ['--fade-start', '--fade-end'].map((side) => getComputedStyle(area).getPropertyValue(side)),
    );
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(fades).toEqual(['0px', '48px']);
  await parts.evaluate((area) => area.scrollTo({ left: 120 }));
  await expect.poll(fades).toEqual(['48px', '48px']);
  await parts.evaluate((area) => area.scrollTo({ left: area.scrollWidth }));
  await expect.poll(fades).toEqual(['48px', '0px']);
  await page.setViewportSize({ width: 1920, height: 900 });
  await expect.poll(fades).toEqual(['0px', '0px']);
});

test('[MNG-09] whichever part is opened after another, its own name is in view among the parts', async ({
  browser,
}) => {
  const page = await openSettings(browser, '');
  await page.setViewportSize({ width: 1024, height: 768 });
  const parts = page.getByRole('navigation', { name: 'App settings' });
  for (const name of ['Trust of scans', 'FAQs', 'Terms and conditions', 'Organisation']) {
    await parts.getByRole('link', { name }).click();
    const current = parts.locator('[aria-current="page"]');
    await expect(current).toHaveText(name);
    await expect(current).toBeInViewport({ ratio: 1 });
  }
});

test('[MENU-05] on a phone no tick shows through the names of the modules while the table is scrolled', async ({
  browser,
}) => {
  const page = await openSettings(browser, '/access');
  await page.setViewportSize({ width: 390, height: 844 });
  const box = page.getByLabel('Security guards: View', { exact: true });
  await expect(box).toBeChecked();
  const name = page.getByRole('rowheader', { name: 'Security guards', exact: true });
  await box.evaluate((input) => {
    const table = input.closest('table');
    const first = table?.querySelector('th')?.getBoundingClientRect();
    const area = table?.parentElement;
    area?.scrollBy(input.getBoundingClientRect().left - (first?.left ?? 0) - 40, 0);
    input.scrollIntoView({ block: 'center', inline: 'nearest' });
  });
  const [tick, cell] = [await box.boundingBox(), await name.boundingBox()];
  if (tick === null || cell === null) throw new Error('nothing is drawn');
  expect(tick.x + tick.width).toBeLessThan(cell.x + cell.width);
  // What is hit at the tick is what is painted there.
  const tagAtPoint = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName, [
    tick.x + 7,
    tick.y + 11,
  ] as const);
  expect(tagAtPoint).toBe('TH');
});
