// Lists with many filters on a phone: rows are in view at once, the filters a press away.
import { expect, faultsInBothSchemes, openRoute, test } from './signed-in.ts';

test.use({ viewport: { width: 390, height: 844 } });

const lists = [
  { route: 'patrolling-reports/exceptions', field: 'Kind', option: 'Missed', asked: /kind=missed/ },
  { route: 'manage-incidents', field: 'Severity', option: 'High', asked: /severity=high/ },
  {
    route: 'patrolling-reports/scanned-checkpoints',
    field: 'Reason to check',
    option: 'Any reason',
    asked: /doubt=any/,
  },
  { route: 'patrolling-reports/login-logout', field: 'Status', option: 'On duty', asked: /status=onDuty/ },
  { route: 'app-settings/audit-log', field: 'Done to', option: 'Account', asked: /subjectType=user/ },
] as const;

for (const { route, field, option, asked } of lists) {
  test(`a narrow screen shows rows of ${route} at once; its filters unfold by keyboard and tell how many are set`, async ({
    page,
  }) => {
    await openRoute(page, route);
    const filters = page.getByRole('region', { name: 'Filters' });
    const control = filters.getByRole('button', { name: /^Filters/ });
    const choice = filters.getByLabel(field, { exact: true });
    await expect(page.getByRole('gridcell').first()).toBeInViewport({ ratio: 1 });
    await expect(control).toHaveText('Filters');
    await expect(control).toHaveAttribute('aria-expanded', 'false');
    await expect(choice).toBeHidden();
    expect(await faultsInBothSchemes(page)).toEqual([]);

    await control.focus();
    await page.keyboard.press('Enter');
    await expect(control).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(filters.getByRole('combobox').first()).toBeFocused();
    await choice.selectOption(option);
    await expect(page).toHaveURL(asked);
    await expect(control).toHaveText('Filters (1)');
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await control.click();
    await expect(choice).toBeHidden();
    await expect(control).toHaveText('Filters (1)');

    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(control).toBeHidden();
    await expect(choice).toBeVisible();
  });
}

test('Reset of a list with folded filters keeps its place beside them, its word for those who hear it', async ({
  page,
}) => {
  await openRoute(page, 'patrolling-reports/exceptions?kind=missed');
  const reset = page
    .getByRole('region', { name: 'Filters' })
    .getByRole('button', { name: 'Reset', exact: true });
  await expect.poll(async () => (await reset.boundingBox())?.width).toBeLessThan(60);
});

test('[REP-02] Reset stands beside the search whatever is folded, and keeps the focus that pressed it', async ({
  page,
}) => {
  await openRoute(page, 'patrolling-reports/scanned-checkpoints?doubt=any&searchText=EMP00');
  const filters = page.getByRole('region', { name: 'Filters' });
  const search = filters.getByRole('searchbox');
  const reset = filters.getByRole('button', { name: 'Reset', exact: true });
  await expect(filters.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  const line = await search.boundingBox();
  expect(Math.abs(((await reset.boundingBox())?.y ?? 0) - (line?.y ?? 0))).toBeLessThan(4);
  await reset.focus();
  await page.keyboard.press('Enter');
  await expect(search).toHaveValue('');
  await expect(filters.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/scanned-checkpoints$/);
  await expect(reset).toBeFocused();
});

for (const report of ['scanned-checkpoints', 'login-logout']) {
  test(`[REP-02] the button of the folded filters of ${report} counts what the chips say: a span of days is one`, async ({
    page,
  }) => {
    await openRoute(page, `patrolling-reports/${report}?from=2026-01-01&to=2026-01-31`);
    const filters = page.getByRole('region', { name: 'Filters' });
    await expect(filters.getByRole('listitem')).toHaveCount(1);
    await expect(filters.getByRole('button', { name: /^Filters/ })).toHaveText('Filters (1)');
  });
}

test('the button of the folded filters of a list counts its chips, also of what has no field', async ({
  page,
}) => {
  await openRoute(
    page,
    'patrolling-reports/exceptions?closedFrom=2026-01-01&closedTo=2026-01-31&kind=missed',
  );
  const filters = page.getByRole('region', { name: 'Filters' });
  await expect(filters.getByRole('listitem').filter({ visible: true })).toHaveCount(2);
  await expect(filters.getByRole('button', { name: /^Filters/ })).toHaveText('Filters (2)');
});

test('a list begins with its first columns, however far the one before was scrolled; Back finds that as it was', async ({
  page,
}) => {
  await openRoute(page, 'manage-security-guards');
  const list = page.getByRole('grid');
  const scrolledPx = () => list.evaluate((element) => element.scrollLeft);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await list.evaluate((element) => element.scrollTo({ left: 150 }));
  await expect.poll(scrolledPx).toBe(150);
  await page.evaluate(() => (window.location.hash = '#/manage-checkpoints'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Checkpoints');
  await expect(page.getByRole('gridcell').first()).toBeInViewport();
  expect(await scrolledPx()).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Security Guards');
  await expect.poll(scrolledPx).toBe(150);
});
