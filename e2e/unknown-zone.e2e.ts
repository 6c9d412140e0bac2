// A browser whose machine has no named time zone: the console goes by that of the company, says so once, and works.
import { chromium, type Page } from '@playwright/test';
import { expect, password, superAdmin, test } from './journey.ts';

async function signedInWithZone(zone: string, executablePath: string | undefined): Promise<Page> {
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--disable-dev-shm-usage'],
    env: { ...process.env, TZ: zone },
  });
  const page = await browser.newPage({ baseURL: process.env['WATCHPOST_URL'] ?? '', locale: 'en-IN' });
  // The zone of the machine, not the one that all journeys have.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: '' });
  await page.goto('/#/signin');
  await page.getByLabel('Email').fill(superAdmin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/#\/admin-dashboard/);
  return page;
}

const told = 'This browser does not know its time zone. Days and times are those of Asia/Kolkata.';

test('[INPUT-01] [API-01] with TZ=Etc/Unknown every list, the bell and the dashboard answer, and the zone is named once', async () => {
  const page = await signedInWithZone('Etc/Unknown', process.env['CHROMIUM_PATH']);
  try {
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Etc/Unknown');
    await expect(page.getByText(told)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).first().click();
    for (const route of [
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
    ]) {
      await page.goto(`/#/${route}`);
      await expect(page.getByRole('gridcell').first()).toBeVisible();
    }
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.goto('/#/admin-dashboard/dashboard?range=last7Days');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.getByText(told)).toHaveCount(0);
    expect(refused).toEqual([]);
  } finally {
    await page.context().browser()?.close();
  }
});
