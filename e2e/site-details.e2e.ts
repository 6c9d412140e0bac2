// The page of a site: what belongs to it, and where its figures lead.
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

test.use({ role: 'superAdmin' });

test('[MNG-01] [GRID-03] a site opens from the list and ties together what belongs to it', async ({
  page,
}) => {
  await openRoute(page, 'manage-sites');
  const grid = page.getByRole('grid', { name: 'Sites' });
  await grid.getByRole('link', { name: 'Details' }).first().click();
  await expect(page).toHaveURL(/#\/manage-sites\/site-details\?id=/);
  for (const title of [
    'Checkpoints',
    'Guards',
    'Shifts',
    'Patrol routes',
    'Patrol tours',
    'Open incidents',
  ]) {
    await expect(page.getByRole('heading', { name: new RegExp(`^${title} \\(\\d+\\)$`) })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Sub admins' })).toBeVisible();
  await expect(page.getByRole('application', { name: 'Map of the checkpoints' })).toBeVisible();
  await page.getByRole('button', { name: /Incompleted$/ }).click();
  await expect(
    page.getByRole('table', { name: 'Last rounds' }).getByText('Completed', { exact: true }),
  ).toHaveCount(0);
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[MNG-01] shifts, routes and open incidents of a site lead to where they are kept', async ({ page }) => {
  // Incidents are raised at sites of other journeys too, which have neither shifts nor routes.
  const sitesOf = async (list: string): Promise<string[]> => {
    const reply = await page.request.get(`/api/demo/secure/${list}`);
    return (await reply.json()).data.map(({ siteId }: { siteId: string }) => siteId);
  };
  const [withShifts, withRoutes] = await Promise.all([
    sitesOf('shifts?limit=100'),
    sitesOf('patrol-routes?limit=100'),
  ]);
  const site = (await sitesOf('incidents?state=open&limit=100')).find(
    (id) => withShifts.includes(id) && withRoutes.includes(id),
  );
  await openRoute(page, `manage-sites/site-details?id=${site}`);
  const rowsOf = (title: string) =>
    page
      .locator('section', { has: page.getByRole('heading', { name: new RegExp(`^${title} \\(\\d+\\)$`) }) })
      .getByRole('listitem');
  for (const [title, address] of [
    ['Shifts', /#\/manage-shifts\/shift-details\?id=/],
    ['Patrol routes', /#\/manage-patrol-routes\/route-details\?id=/],
    ['Open incidents', /#\/manage-incidents\/incident-details\?id=/],
  ] as const) {
    const link = rowsOf(title).first().getByRole('link');
    const name = (await link.textContent()) ?? 'none';
    await link.click();
    await expect(page).toHaveURL(address);
    await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
    await page.goBack();
  }
});

test('[MNG-01] the figure of its rounds is the count of the report that it leads to', async ({ page }) => {
  await openRoute(page, 'manage-sites');
  await page.getByRole('grid', { name: 'Sites' }).getByRole('link', { name: 'Details' }).first().click();
  const link = page.getByRole('link', { name: /^All \d+ rounds in the report$/ });
  const count = /\d+/.exec((await link.textContent()) ?? '')?.[0] ?? 'none';
  await link.click();
  await expect(page).toHaveURL(/scanned-checkpoints\?site=[\w-]+&from=[\d-]+&to=[\d-]+/);
  await expect(page.getByText(new RegExp(`\\b${count}\\b`)).first()).toBeVisible();
});

test('a site that is gone says so', async ({ page }) => {
  await openRoute(page, 'manage-sites/site-details?id=019f903d-0000-746c-8c8e-bd6e86f38faa');
  await expect(page.getByRole('link', { name: 'Back to the list' })).toBeVisible();
});
