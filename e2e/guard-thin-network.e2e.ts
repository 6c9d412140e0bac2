// What waits on a phone gets through bit by bit where much at once does not, and past what the server fails at (FIELD-02).
import type { Page } from '@playwright/test';
import { screen } from './guard-page.ts';
import { expectAllStored, phoneRecords } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { phoneInWeather } from './phone-in-weather.ts';
import { TypedShift } from './typed-shift.ts';

const own = phoneInWeather();

const codesWaiting = async (page: Page) =>
  (await phoneRecords(page)).filter(({ state }) => state === 'waiting').map(({ entry }) => entry.event?.code);

/** A round without a network, all of which waits. */
async function walkOffline(employeeId: string, scans: number): Promise<TypedShift> {
  await own.phone.open();
  await own.phone.signIn(employeeId);
  const shift = new TypedShift(own.phone);
  await shift.begin();
  await expect(own.phone.page.getByText('Everything is sent')).toBeVisible();
  own.weather.set('cut');
  await shift.scan(scans);
  return shift;
}

test('[FIELD-02] a backlog gets through a network that lets no more through than some of it at once', async ({
  request,
}) => {
  const shift = await walkOffline('EMP023', 30);
  const { page } = own.phone;
  own.weather.set('thin');
  // It is tried at once, and given up after a while.
  await shift.scan(1);
  await screen(page, 'outbox');
  await page.getByRole('button', { name: 'Send now' }).click({ timeout: 60_000 });
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 60_000 });
  shift.expectKept(await expectAllStored(page, request));
});

test('[FIELD-02] a record that the server fails at holds up no other, and is sent once the server does not', async ({
  request,
}) => {
  const shift = await walkOffline('EMP024', 12);
  const { page } = own.phone;
  own.weather.failAt('SHIFT00004');
  own.weather.set('fine');
  await shift.scan(1);
  await expect.poll(() => codesWaiting(page), { timeout: 30_000 }).toEqual(['SHIFT00004']);
  await shift.scan(1);
  await expect.poll(() => codesWaiting(page), { timeout: 30_000 }).toEqual(['SHIFT00004']);
  own.weather.failAt(null);
  await screen(page, 'outbox');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  shift.expectKept(await expectAllStored(page, request));
});
