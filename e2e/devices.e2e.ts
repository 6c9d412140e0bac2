// A phone that an admin revokes and has wiped, seen from the console and in the phone's own storage.
import type { APIResponse, BrowserContext, Page } from '@playwright/test';
import { phoneRecords } from './guard-records.ts';
import { password } from './journey.ts';
import { PostMaker, signInAs } from './own-post.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

const guard = 'EMP019';

async function signIn(phone: Page): Promise<void> {
  await phone.getByLabel('Employee ID').fill(guard);
  await phone.getByLabel('Secret', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Sign in' }).click();
}

interface Stored {
  readonly deviceId: string;
  /** How many rows each store holds. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What the phone's own database holds. */
function stored(phone: Page): Promise<Stored> {
  return phone.evaluate(
    () =>
      new Promise<Stored>((resolve, reject) => {
        const opening = indexedDB.open('watchpost-guard');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const db = opening.result;
          const counts: Record<string, number> = {};
          const names = [...db.objectStoreNames];
          const read = db.transaction(names);
          const settings = read.objectStore('settings').get('phone');
          for (const name of names) {
            const count = read.objectStore(name).count();
            count.onsuccess = () => (counts[name] = count.result);
          }
          read.oncomplete = () => {
            db.close();
            resolve({ deviceId: settings.result.deviceId, counts });
          };
        };
      }),
  );
}

test('[FIELD-02] [TRUTH-09] a lost phone is revoked, keeps what it holds, hands it over when it is wiped, and is empty then', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const context: BrowserContext = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
  });
  const phone = await context.newPage();
  await phone.goto('/guard/?company=demo');
  await signIn(phone);
  await phone.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
  await expect(phone.getByText('On duty since')).toBeVisible();
  await expect(phone.getByText('Everything is sent')).toBeVisible();
  const { deviceId } = await stored(phone);
  await context.setOffline(true);
  await phone.getByRole('link', { name: 'End duty' }).click();
  await phone.getByRole('button', { name: 'End duty' }).click();
  await expect(phone.getByText('To be sent: 1')).toBeVisible();

  await openRoute(page, `manage-devices?searchText=${guard}`);
  const row = page.getByRole('grid', { name: 'Devices' }).locator(`[data-row-id="${deviceId}"]`);
  await expect(row).toContainText('In use');
  await expect(row).toContainText(guard);
  const order = async (name: string, shown: string) => {
    await row.getByRole('button', { name, exact: true }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name, exact: true })
      .click();
    await expect(row).toContainText(shown);
  };
  await row.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  await dialog.getByLabel('Name').fill('Torch 19');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(row).toContainText('Torch 19');
  await order('Revoke', 'Revoked');
  expect(await faultsInEveryDress(page)).toEqual([]);

  await context.setOffline(false);
  await expect(phone.getByText('The office has stopped this phone.')).toBeVisible();
  await expect(phone.getByText('To be sent: 1')).toBeVisible();
  const records = await phoneRecords(phone);
  expect(records.map(({ state }) => state)).toEqual(['sent', 'waiting']);

  await order('Wipe', 'Wipe asked for');
  await phone.reload();
  await expect(phone.getByText('The office has cleared this phone.')).toBeVisible();
  await expect
    .poll(async () => (await stored(phone)).counts)
    .toEqual({ settings: 1, sessions: 0, plans: 0, shifts: 0, outbox: 0, photos: 0, chains: 0, drafts: 0 });
  await page.reload();
  await expect(row).toContainText('Wiped');
  await expect(row).not.toContainText('had not arrived');
  // The phone signed each word, the last one before its keys were gone.
  await expect(row).not.toContainText('Unconfirmed');
  // The duty that ended while the phone was revoked is known: nothing was lost.
  const duty = await page.request.get(`/api/demo/secure/login-logout/${records[0]?.id}`);
  const { logoutReceivedAtMs, deviceId: reportedBy } = await duty.json();
  expect([logoutReceivedAtMs === null, reportedBy]).toEqual([false, deviceId]);

  await signIn(phone);
  await expect(phone.getByText('The office has cleared and blocked this phone.')).toBeVisible();
  await order('Allow again', 'In use');
  await signIn(phone);
  await expect(phone.getByText('Start duty at')).toBeVisible();
  await expect(phone.getByText('The office has cleared this phone.')).toHaveCount(0);
  await context.close();
});

test('[FIELD-02] a plan that comes after the phone was cleared is not kept on it', async ({
  browser,
  baseURL,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.walkedSite('Vault');
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(phone, await maker.guard('Mira', site.id));
  await expect(phone.getByRole('button', { name: site.name })).toBeVisible();
  const { deviceId } = await stored(phone);
  const known = new Map<string, APIResponse>();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The server answers while the guard is still let in, and the answer comes when the phone is cleared.
  await context.route(/\/field\/(?:plan|due-rounds)$/, async (route) => {
    const url = route.request().url();
    const early = known.get(url);
    const response = early ?? (await route.fetch());
    known.set(url, response);
    if (early !== undefined) await released;
    await route.fulfill({ response }).catch(() => {});
  });
  await phone.reload();
  await expect.poll(() => known.size).toBe(2);
  const { data } = await maker.send('get', `devices?searchText=Mira${maker.mark}`);
  const device = data.find(({ id }: { readonly id: string }) => id === deviceId);
  await maker.send('post', `devices/${deviceId}/orders`, { order: 'wipe', version: device.version });
  await phone.reload();
  await expect(phone.getByText('The office has cleared this phone.')).toBeVisible();
  release();
  await phone.waitForTimeout(1_000);
  expect((await stored(phone)).counts).toMatchObject({ sessions: 0, plans: 0, shifts: 0 });
  await context.close();
});
