// Every vector of script injection, stored through the API and by hand in the database, shown wherever pages are shown.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { alerts, countAlerts, strangersIn } from './injected-scripts.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { xssVectors } from './xss-vectors.ts';

let acme: OwnTenant;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
});
test.afterAll(() => acme.stop());

/** Without the content security policy, which would hide that the text was not clean. */
const unprotected = { bypassCSP: true };
async function visitor(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: acme.url, ...unprotected })).newPage();
  await page.addInitScript(countAlerts);
  return page;
}

/** Looked at without loading the console in between. */
const storedPages = ['contactSupport', 'faqs', 'privacyPolicy', 'termConditions'] as const;
const marked = (vector: string, index: number) => `<p>before ${index}</p>${vector}<p>after</p>`;

/** Elements that keep what follows them, so that these vectors are the last of their page. */
const keepsRest = (vector: string) => /<(svg|math|select)\b/i.test(vector);
const lasts = xssVectors.filter(keepsRest);
const others = xssVectors.filter((vector) => !keepsRest(vector));
const perPage = Math.ceil(others.length / lasts.length);
const texts = lasts.map((last, index) => [...others.slice(index * perPage, (index + 1) * perPage), last]);

test('[INFO-02] what was stored through the API runs nowhere', async ({ browser }) => {
  const admin = await acme.signedIn(browser, people.asha);
  const page = await visitor(browser);
  for (const [index, vectors] of texts.entries()) {
    const id = storedPages[index % storedPages.length];
    const stored = await admin.evaluate(
      async ([address, html, version]) => {
        const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
        const reply = await fetch(address, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token },
          body: JSON.stringify({ html, version }),
        });
        return reply.status;
      },
      [
        `/api/acme/secure/app-settings/pages/${id}`,
        vectors.map(marked).join(''),
        Math.floor(index / storedPages.length),
      ] as const,
    );
    expect(stored).toBe(200);
    // A page seen before is shown from memory.
    if (index % storedPages.length === 0) await page.goto('about:blank').then(() => page.goto('/#/signin'));
    await page.evaluate((hash) => void (location.hash = hash), `#/app-info/${id}`);
    // All of them are there: none was kept from being looked at by the one before.
    await expect(page.getByText(/^before \d+$/)).toHaveText(vectors.map((_each, at) => `before ${at}`));
    expect([vectors, await strangersIn(page, 'h1 ~ div:first-of-type')]).toEqual([vectors, []]);
    expect([vectors, await alerts(page)]).toEqual([vectors, 0]);
  }
});

test('[INFO-02] what was written into the database by hand runs nowhere: page, editor, preview, history', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const everything = xssVectors.map(marked).join('\n');
  await acme.run(
    `INSERT INTO app_settings (tenant_id, id, html) SELECT tenant_id, 'aboutCompany', $1 FROM tenants`,
    [everything],
  );
  await acme.run(
    `INSERT INTO app_setting_revisions (tenant_id, page_id, version, html) SELECT tenant_id, 'aboutCompany', 1, $1 FROM tenants`,
    [everything],
  );
  const page = await visitor(browser);
  await page.goto('/#/app-info/aboutCompany');
  await expect(page.getByText('before 0', { exact: true })).toBeVisible();
  expect(await strangersIn(page, 'h1 ~ div:first-of-type')).toEqual([]);
  expect(await alerts(page)).toBe(0);

  const admin = await acme.signedIn(browser, people.asha, unprotected);
  await admin.addInitScript(countAlerts);
  await admin.goto('about:blank');
  await admin.goto('/#/app-settings/about-company');
  await expect(admin.getByRole('textbox', { name: 'Text of the page' })).toContainText('before 0');
  await admin.getByRole('button', { name: 'Preview' }).click();
  await expect(admin.getByText('before 0', { exact: true }).last()).toBeVisible();
  await admin.getByRole('button', { name: 'History' }).click();
  await admin.getByRole('button', { name: 'Open version 1' }).click();
  await expect(admin.getByRole('dialog').getByText('before 0', { exact: true })).toBeVisible();
  expect(await alerts(admin)).toBe(0);
});
