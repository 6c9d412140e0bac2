// Lists with many filters on a phone: rows are in view at once, the filters a press away.
import { expect, faultsInBothSchemes, openRoute, test } from './signed-in.ts';

test.use({ viewport: { width: 390, height: 844 } });

const lists = [
  { route: 'patrolling-reports/exceptions', field: 'Kind', option: 'Missed', asked: /kind=missed/ },
  { route: 'manage-incidents', field: 'Severity', option: 'High', asked: /severity=high/ },
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
