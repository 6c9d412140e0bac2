// A phone whose database cannot be read for a while after something was kept in it, as phones do that are short of memory.
import type { Page } from '@playwright/test';
import { readWhatIsNew, screen, signIn } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { kindOf, phoneRecords } from './guard-records.ts';
import { expect, test } from './journey.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], serviceWorkers: 'block' });

/** From the next record on that is kept, the app reads nothing until letRead(). */
const readNoMore = (page: Page) =>
  page.evaluate(() => {
    const open = IDBDatabase.prototype.transaction;
    let isShut = false;
    IDBDatabase.prototype.transaction = function transaction(stores, mode, options) {
      if (isShut) throw new DOMException('The connection is lost.', 'InvalidStateError');
      const change = open.call(this, stores, mode, options);
      if (mode === 'readwrite' && [stores].flat().includes('outbox')) {
        change.addEventListener('complete', () => {
          isShut = true;
        });
      }
      return change;
    };
    Object.assign(window, {
      letRead: () => {
        IDBDatabase.prototype.transaction = open;
      },
    });
  });

const letRead = (page: Page) => page.evaluate(() => Reflect.get(window, 'letRead')());

test('[FIELD-02] what is kept is not said to be lost where the phone cannot be read right after, nor to have arrived', async ({
  page,
  context,
}) => {
  await readWhatIsNew(page);
  await signIn(page, 'EMP046');
  await page.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
  await expect(page.getByText('On duty since')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Routes' })).toBeVisible();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await context.setOffline(true);
  await screen(page, 'incident');
  await page.getByText('Damage', { exact: true }).click();
  await readNoMore(page);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('Report stored on this phone')).toBeVisible();
  await expect(page.getByText('could not be stored')).toHaveCount(0);
  await letRead(page);
  const reports = async () => (await phoneRecords(page)).filter((record) => kindOf(record) === 'incident');
  expect(await reports()).toHaveLength(1);

  await screen(page, 'home');
  await readNoMore(page);
  await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
  await expect(page.getByText('could not be stored')).toHaveCount(0);
  // A second tap on what the screen still shows records nothing, and the screen catches up.
  await letRead(page);
  await expect(page.getByText(/^0 of \d+ scanned$/).or(page.getByText('Go on with the round'))).toBeVisible();
  const kinds = (await phoneRecords(page)).map(kindOf);
  expect(kinds.filter((kind) => kind === 'roundStarted')).toHaveLength(1);
  await context.setOffline(false);
  await expect.poll(async () => (await reports()).map(({ state }) => state)).toEqual(['sent']);
});
