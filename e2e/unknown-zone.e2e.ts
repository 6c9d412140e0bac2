// A browser whose machine has no named time zone: the console goes by that of the company, says so once, and works.
import { expect, password, superAdmin, test } from './journey.ts';

const notice = 'This browser does not know its time zone. Days and times are those of Asia/Kolkata.';

const lists = [
  'manage-sites',
  'manage-security-guards',
  'manage-checkpoints',
  'manage-shifts',
  'manage-incidents',
  'manage-patrol-routes',
  'manage-patrol-tours',
  'manage-devices',
  'patrolling-reports/scanned-checkpoints',
  'patrolling-reports/login-logout',
];

test('[INPUT-01] [API-01] where the browser answers Etc/Unknown every list, the bell and the dashboard come, and the zone is named once', async ({
  page,
}) => {
  // What Chrome answers under TZ=Etc/Unknown.
  await page.addInitScript(() => {
    const ask = Intl.DateTimeFormat.prototype.resolvedOptions;
    Intl.DateTimeFormat.prototype.resolvedOptions = function answer(this: Intl.DateTimeFormat) {
      return { ...ask.call(this), timeZone: 'Etc/Unknown' };
    };
  });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto('/#/signin');
  await page.getByLabel('Email').fill(superAdmin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/#\/admin-dashboard/);
  await expect(page.getByText(notice)).toBeVisible();
  for (const route of lists) {
    await page.goto(`/#/${route}`);
    await expect(page.getByRole('gridcell').first()).toBeVisible();
  }
  await page.goto('/#/admin-dashboard/dashboard?range=last7Days');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByText(notice)).toHaveCount(0);
  expect(refused).toEqual([]);
});
