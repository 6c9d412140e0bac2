// What the guards' app keeps across its own versions, ended sessions and changing guards; and how light it is (FIELD-02).
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { kindOf, phoneRecords } from './guard-records.ts';
import { accessibilityFaults, expect, password, test } from './journey.ts';
import { faultsInBothSchemes } from './signed-in.ts';
import { delay } from './slow-network.ts';

const scriptBytesMax = 120_000;

test.use({ viewport: { width: 390, height: 844 } });

async function signIn(page: Page, employeeId: string): Promise<void> {
  await page.getByLabel('Employee ID').fill(employeeId);
  await page.getByLabel('Secret', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function deviceOf(request: APIRequestContext, employeeId: string) {
  const deviceId = randomUUID();
  const reply = await request.post('/api/demo/field/signin', {
    data: { employeeId, secret: password, deviceId },
  });
  const { accessToken, guard } = await reply.json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const plan = await (await request.get('/api/demo/field/plan', { headers })).json();
  const end = () => request.delete('/api/demo/field/signout', { headers });
  return { deviceId, accessToken, guard, plan, end };
}

/** As the first version of the app left a phone: on duty, with the start of the duty not sent yet. */
function writeFirstVersion(page: Page, left: Readonly<Record<string, unknown>>): Promise<void> {
  return page.evaluate(
    (stores) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('watchpost-guard', 1);
        opening.onerror = () => reject(new Error('no database'));
        opening.onupgradeneeded = () => {
          const db = opening.result;
          for (const name of ['settings', 'plans', 'shifts', 'photos']) db.createObjectStore(name);
          db.createObjectStore('sessions', { keyPath: 'owner' });
          const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
          outbox.createIndex('byId', 'id', { unique: true });
        };
        opening.onsuccess = () => {
          const db = opening.result;
          const change = db.transaction(['settings', 'sessions', 'shifts', 'outbox'], 'readwrite');
          change.objectStore('settings').put(stores['settings'], 'phone');
          change.objectStore('sessions').put(stores['session']);
          change.objectStore('shifts').put(stores['shift'], String(stores['owner']));
          change.objectStore('outbox').add(stores['record']);
          change.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
    left,
  );
}

test('[FIELD-02] what an earlier version left is sent, an ended session and another guard keep it apart and whole', async ({
  page,
  request,
}) => {
  const { deviceId, accessToken, guard, plan, end } = await deviceOf(request, 'EMP016');
  const [route] = plan.routes;
  const owner = `demo/${guard.id}`;
  const id = randomUUID();
  const startedAtMs = Date.now() - 60_000;
  await page.goto('/guard/manifest.webmanifest');
  await writeFirstVersion(page, {
    owner,
    settings: { deviceId, owner, company: 'demo', employeeId: 'EMP016' },
    session: { owner, company: 'demo', guard, token: accessToken, isLeaving: false },
    shift: {
      duty: { id, siteId: route.siteId, siteName: route.siteName, startedAtMs },
      round: null,
      walked: [],
      ended: [],
    },
    record: {
      id,
      owner,
      state: 'waiting',
      entry: {
        kind: 'event',
        event: { kind: 'dutyStarted', id, siteId: route.siteId, deviceAtMs: startedAtMs },
      },
      time: { wallMs: startedAtMs, runningMs: 1, startId: 'old', offsetMs: null },
      about: route.siteName,
    },
  });
  await page.goto('/guard/');
  await expect(page.getByRole('heading', { name: route.siteName })).toBeVisible();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect(await phoneRecords(page)).toMatchObject([{ id, state: 'sent' }]);

  // The server has ended the session: the work goes on, and waits.
  await end();
  await page.getByRole('link', { name: 'End duty' }).click();
  await page.getByRole('button', { name: 'End duty' }).click();
  await expect(page.getByText('Sign in again to send')).toBeVisible();
  await expect(page.getByText('To be sent: 1')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Still to be sent: 1. It stays on this phone until you sign in')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out all the same' }).click();
  await expect(page.getByText(/to be sent: 1\. It is sent once they sign in here again\.$/)).toBeVisible();

  // The sign-in comes through and the routes do not: they are asked for again at once.
  await page.route('**/field/plan', (route) => route.abort(), { times: 1 });
  await signIn(page, 'EMP017');
  await expect(page.getByText('Start duty at')).toBeVisible();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect((await phoneRecords(page)).map(({ state }) => state)).toEqual(['sent', 'waiting']);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, 'EMP016');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expect
    .poll(async () => (await phoneRecords(page)).map(({ state }) => state))
    .toEqual(['sent', 'sent']);
  expect((await phoneRecords(page)).map(kindOf)).toEqual(['dutyStarted', 'dutyEnded']);

  // What was recorded without a key is sent without a signature; from now on there is one, whoever comes in between.
  await page.getByRole('button', { name: route.siteName }).click();
  await page.getByRole('link', { name: 'End duty' }).click();
  await page.getByRole('button', { name: 'End duty' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, 'EMP016');
  await page.getByRole('button', { name: route.siteName }).click();
  await expect(page.getByText('On duty since')).toBeVisible();
  const proofs = (await phoneRecords(page)).map(({ entry }) => entry.event?.proof);
  expect(proofs.map((proof) => proof?.seq)).toEqual([undefined, undefined, 1, 2, 3]);
  expect(proofs[4]?.key).toBe(proofs[2]?.key);
});

test('[FIELD-01] a call for help wants a long press, and says honestly that it has not arrived', async ({
  page,
  context,
}) => {
  // It wants no browser that keeps more than records.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    // As an iPhone's browser says of itself.
    Object.assign(navigator, { standalone: false });
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...requested) {
      Object.assign(window, { usedLast: this });
      return transaction.apply(this, requested);
    };
  });
  await page.goto('/guard/?company=demo');
  await expect(page.getByText('first tap Share, then Add to Home Screen')).toBeVisible();
  // There it opens with the company filled in as here.
  const manifest = await page
    .locator('link[rel=manifest]')
    .evaluate(async (link: HTMLLinkElement) => (await fetch(link.href)).json());
  await page.goto(manifest.start_url);
  await expect(page.getByLabel('Company')).toHaveValue('demo');
  expect(await accessibilityFaults(page)).toEqual([]);
  await signIn(page, 'EMP018');
  await expect(page.getByText('Start duty at')).toBeVisible();
  // From here on no network: the call of this test alarms nobody.
  await context.setOffline(true);
  await page.getByRole('link', { name: 'SOS' }).click();
  const button = page.getByRole('button', { name: 'Hold for SOS' });
  await button.hover();
  await page.mouse.down();
  await page.mouse.up();
  expect(await phoneRecords(page)).toEqual([]);
  // Phones close it under an app in the background.
  await page.evaluate(() => Reflect.get(window, 'usedLast').close());
  await page.mouse.down();
  await expect(page.getByText('SOS NOT sent yet')).toBeVisible();
  await page.mouse.up();
  expect(await phoneRecords(page)).toMatchObject([{ state: 'waiting', entry: { kind: 'sos' } }]);
  await page.getByRole('button', { name: 'I am safe' }).click();
  await expect(page.getByText('Control does NOT know yet that you are safe.')).toBeVisible();
  await expect(page.getByText('You are marked safe.')).toHaveCount(0);
  expect((await phoneRecords(page)).map(kindOf)).toContain('sosSafe');
});

test('[FIELD-02] where the browser lets nothing be stored, the app says so instead of promising anything', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    IDBFactory.prototype.open = refuse;
  });
  await page.goto('/guard/?company=demo');
  await expect(page.getByRole('alert')).toHaveText(/^This browser does not let Watchpost store anything\./);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('[FIELD-02] a page whose database a newer app in another tab has changed is loaded anew, and does not fail at all it keeps', async ({
  page,
  context,
}) => {
  await page.goto('/guard/?company=demo');
  await expect(page.getByLabel('Employee ID')).toBeVisible();
  const newer = await context.newPage();
  await newer.goto('/guard/manifest.webmanifest');
  const loaded = page.waitForEvent('load');
  await newer.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('watchpost-guard', 1_000);
        opening.onerror = () => reject(new Error('not opened'));
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
  );
  // The page may have seen by itself that it must, and be loading already.
  await page.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => {});
  await loaded;
});

test('a slow network shows the mark, then words, until the first page is drawn', async ({ page }) => {
  const arrive = await delay(page, /\/guard\/assets\/index-[\w-]+\.js$/);
  await page.goto('/guard/?company=demo', { waitUntil: 'commit' });
  await expect(page.getByRole('img', { name: 'Watchpost' })).toBeVisible();
  const text = page.getByText('Watchpost is still loading.');
  await expect(text).toHaveCSS('opacity', '0');
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await expect(text).toHaveCSS('opacity', '1');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  arrive();
  await expect(page.getByLabel('Employee ID')).toBeVisible();
  await expect(text).toHaveCount(0);
});

test('the guards’ app is there with at most 120 kB of compressed script before the reader of codes', async ({
  page,
}) => {
  const weights: Promise<number>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/guard/assets/') && pathname.endsWith('.js') && !response.fromServiceWorker()) {
      weights.push(response.headerValue('content-length').then(Number));
    }
  });
  await page.goto('/guard/?company=demo');
  await expect(page.getByLabel('Employee ID')).toBeVisible();
  const bytes = await Promise.all(weights);
  expect(Math.min(...bytes)).toBeGreaterThan(0);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(scriptBytesMax);
});
