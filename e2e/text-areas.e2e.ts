import { expect, openRoute, test } from './signed-in.ts';

test('a field of several lines shows the focus, and what is wrong with it, as one of a single line does', async ({
  page,
}) => {
  await openRoute(page, 'manage-incidents/add-incident');
  const area = page.getByLabel('Description*');
  // The frame is drawn by what stands around the field.
  const box = area.locator('..');
  const style = (name: string) =>
    box.evaluate((element, wanted) => getComputedStyle(element).getPropertyValue(wanted), name);
  await expect(area).toBeVisible();
  const resting = await style('border-color');
  await area.focus();
  await expect(box).not.toHaveCSS('box-shadow', 'none');
  await expect(box).not.toHaveCSS('border-color', resting);
  const focused = await style('border-color');
  await area.press('Tab');
  await expect(area).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toHaveCSS('box-shadow', 'none');
  await expect(box).not.toHaveCSS('border-color', resting);
  await expect(box).not.toHaveCSS('border-color', focused);
});
