import { expect, openRoute, test } from './signed-in.ts';

test('a field of several lines shows the focus, and what is wrong with it, as one of a single line does', async ({
  page,
}) => {
  await openRoute(page, 'manage-incidents/add-incident');
  const area = page.getByLabel('Description*');
  // The frame is drawn by what stands around the field.
  const box = area.locator('..');
  const style = (name: string) =>
    box.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
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

test('how much too long a text is follows each key for the eye, and the ear hears it at the limit and in pauses', async ({
  page,
}) => {
  await page.clock.install();
  await openRoute(page, 'manage-sites/add-site');
  const name = page.getByLabel('Name*');
  await name.fill('x'.repeat(99));
  await page.clock.pauseAt(Date.now() + 60_000);
  const frame = name.locator('../..');
  const status = frame.getByRole('status');
  const count = (length: number) => `At most 100 characters; these are ${length}.`;
  await name.press('x');
  await expect(status).toHaveText('');
  for (const length of [101, 102, 103]) {
    await name.press('x');
    await expect(frame.getByRole('paragraph')).toHaveText(count(length));
    await expect(name).toHaveAccessibleDescription(count(length));
    await expect(status).toHaveText(count(101));
    await expect(frame.getByRole('alert')).toHaveCount(0);
  }
  await page.clock.runFor(1_000);
  await expect(status).toHaveText(count(103));
  await name.fill('x'.repeat(100));
  await expect(status).toHaveText('Short enough now.');
  await expect(frame.getByRole('paragraph')).toHaveCount(0);
});
