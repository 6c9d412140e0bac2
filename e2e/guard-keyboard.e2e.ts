// A guard's round by keyboard, heard and not seen: each screen begins at its title, and what is doubted is read out.
import { screen } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { accessibilityFaults, expect, test } from './journey.ts';
import { positionOfPosts, PostMaker } from './own-post.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], geolocation: positionOfPosts });

test('[FIELD-01] each screen of a round begins at its title, and the page is called after it in the guard’s language', async ({
  page,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const mill = await maker.site('Mill');
  const points = [await maker.point(mill.id, 'Mill gate'), await maker.point(mill.id, 'Mill loft')];
  const code = await maker.codeOf(points[0] ?? '');
  await maker.route(mill.id, 'Mill round', points);
  const guard = await maker.guard('Asha', mill.id);
  const arrived = async (title: string, product = 'Watchpost Guard') => {
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused();
    await expect(page).toHaveTitle(`${title} · ${product}`);
  };

  await page.goto('/guard/?company=demo');
  await expect(page.getByLabel('Employee ID')).toBeVisible();
  await expect(page.locator('h1')).not.toBeFocused();
  await expect(page).toHaveTitle('Watchpost Guard');
  await page.getByLabel('Employee ID').fill(guard.employeeId);
  await page.getByLabel('Secret', { exact: true }).fill(guard.secret);
  await page.keyboard.press('Enter');
  await arrived('Not on duty');
  await page.getByRole('button', { name: mill.name }).press('Enter');
  await arrived(mill.name);
  await page
    .getByRole('region', { name: 'Routes' })
    .getByRole('button', { name: 'Mill round' })
    .press('Enter');
  await arrived('Mill round');
  await page.getByRole('link', { name: 'Type code' }).press('Enter');
  await arrived('Type the code');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await arrived('Scan');
  await expect(page.getByRole('status')).toContainText('Recorded, with a doubt');
  await expect(page.getByRole('status')).toContainText('A typed code counts less');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'To the round' }).press('Enter');
  await arrived('Mill round');
  await page.getByRole('link', { name: 'End round' }).press('Enter');
  await arrived('End round');
  await page.getByRole('button', { name: 'End with 1 missing' }).press('Enter');
  await arrived(mill.name);

  // What has the focus keeps it where the screen only goes by another name.
  await screen(page, 'settings');
  await arrived('Settings');
  const hindi = page.getByRole('radio', { name: 'हिन्दी' });
  await hindi.press('Space');
  await expect(page).toHaveTitle('सेटिंग · Watchpost गार्ड');
  await expect(hindi).toBeFocused();
});
