// The pictures of the console's guides.
import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import { FieldDevice } from '../field-device.ts';
import { dayAgo, listFromApi } from '../report-page.ts';
import { openRoute } from '../signed-in.ts';
import { rowsOf } from '../sos-bar.ts';
import type { Shot, Stage } from './shot.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.getByRole('grid').getByRole('row');

async function open(page: Page, route: string): Promise<void> {
  await openRoute(page, route);
  await expect(heading(page)).toBeVisible();
}

/** A page as it opens. */
const opened = (name: string, route: string): Shot => ({
  name,
  show: ({ page }) => open(page, route),
});

/** A list with its rows. */
const listed = (name: string, route: string): Shot => ({
  name,
  show: async ({ page }) => {
    await open(page, route);
    await expect(rows(page).nth(2)).toBeVisible();
  },
});

/** The page of the first record of a list. */
const firstOf = (name: string, list: string, details: string): Shot => ({
  name,
  show: async ({ page, admin }) => open(page, `${details}?id=${await firstId(admin, list)}`),
});

async function firstId(admin: Stage['admin'], list: string): Promise<string> {
  const { data } = await admin.send('get', `${list}?limit=5`);
  return data[0].id;
}

const round: Shot = {
  name: 'console-round',
  show: async ({ page }) => {
    const day = dayAgo(20);
    const { data } = await listFromApi(page, { from: day, to: day, limit: '100' });
    const missed = data.find(
      ({ status, scannedCheckPoints }) => status === 'Incompleted' && scannedCheckPoints > 1,
    );
    await open(page, `patrolling-reports/scanned-checkpoints-details?id=${missed?.id}&zone=site`);
    await expect(rows(page).nth(2)).toBeVisible();
  },
};

const labels: Shot = {
  name: 'console-labels',
  show: async ({ page }) => {
    await open(page, 'manage-checkpoints');
    await page.getByRole('button', { name: 'Print all labels' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    return dialog;
  },
};

const sos: Shot = {
  name: 'console-sos',
  show: async ({ page, admin, request }) => {
    await admin.resolveAll();
    const device = await FieldDevice.signIn(request, 'EMP003');
    await device.startDuty();
    await open(page, 'admin-dashboard/live');
    await device.callForHelp();
    await expect(rowsOf(page).first()).toBeVisible();
  },
};

/** In the order in which they are taken: the SOS comes last, since its bar lies above every page. */
export const consoleShots: readonly Shot[] = [
  opened('console-dashboard', 'admin-dashboard/dashboard'),
  listed('console-rounds', 'patrolling-reports/scanned-checkpoints'),
  round,
  listed('console-exceptions', 'patrolling-reports/exceptions'),
  opened('console-add-site', 'manage-sites/add-site'),
  firstOf('console-site', 'sites', 'manage-sites/site-details'),
  listed('console-guards', 'manage-security-guards'),
  opened('console-import', 'manage-security-guards/import-guards'),
  firstOf('console-checkpoint', 'checkpoints', 'manage-checkpoints/checkpoint-details'),
  labels,
  firstOf('console-route', 'patrol-routes', 'manage-patrol-routes/edit-route'),
  firstOf('console-tour', 'patrol-tours', 'manage-patrol-tours/edit-tour'),
  opened('console-incidents', 'manage-incidents?view=board'),
  listed('console-devices', 'manage-devices'),
  opened('console-access', 'app-settings/access'),
  opened('console-trust', 'app-settings/trust'),
  opened('console-evidence-log', 'patrolling-reports/evidence-log'),
  listed('console-audit-log', 'app-settings/audit-log'),
  sos,
];
