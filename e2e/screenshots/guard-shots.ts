// The pictures of the guards' guide: one phone, from the sign-in to the SOS.
import type { Page } from '@playwright/test';
import { FieldDevice } from '../field-device.ts';
import { readWhatIsNew, screen, signIn } from '../guard-page.ts';
import { expect } from '../journey.ts';
import type { Shot } from './shot.ts';

export const guardOfGuide = 'EMP014';

const nextScreen = (name: string, address: string): Shot => ({
  name,
  show: async ({ page }) => {
    await screen(page, address);
    await expect(page.getByRole('main')).toBeVisible();
  },
});

async function typeCode(page: Page, code: string, checkpoint: string): Promise<void> {
  await page.getByRole('link', { name: 'Type code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(code.slice(-8));
  await page.getByRole('group', { name: 'Checkpoint' }).getByText(checkpoint, { exact: true }).click();
  await page.getByRole('button', { name: `Record at ${checkpoint}`, exact: true }).click();
}

/** In the order in which they are taken: each goes on where the one before ended. */
export const guardShots: readonly Shot[] = [
  {
    name: 'guard-sign-in',
    show: async ({ page }) => {
      await page.goto('/guard/?company=demo');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    },
  },
  {
    name: 'guard-start-duty',
    show: async ({ page }) => {
      await readWhatIsNew(page);
      await signIn(page, guardOfGuide);
    },
  },
  {
    name: 'guard-home',
    show: async ({ page, request }) => {
      const { route } = await FieldDevice.signIn(request, guardOfGuide);
      await page.getByRole('button', { name: route.siteName }).click();
      await expect(page.getByText('On duty since')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Routes' })).toBeVisible();
    },
  },
  {
    name: 'guard-round',
    show: async ({ page, request }) => {
      const { route, codes } = await FieldDevice.signIn(request, guardOfGuide);
      const routes = page.getByRole('region', { name: 'Routes' });
      await routes.getByRole('button', { name: route.routeName }).click();
      for (const point of route.checkpoints.slice(0, 2)) {
        const { latitude, longitude } = point;
        await page.context().setGeolocation({ latitude, longitude, accuracy: 6 });
        await typeCode(page, codes.get(point.checkpointId) ?? '', point.name);
        await expect(page.getByRole('status').getByText(point.name, { exact: true })).toBeVisible();
        await page.getByRole('link', { name: 'Back' }).click();
      }
      await expect(page.getByText(/^2 of \d+ scanned$/)).toBeVisible();
    },
  },
  {
    name: 'guard-type-code',
    show: async ({ page }) => {
      await page.getByRole('link', { name: 'Type code' }).click();
      await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
    },
  },
  nextScreen('guard-report', 'incident'),
  nextScreen('guard-outbox', 'outbox'),
  nextScreen('guard-sos', 'sos'),
];
