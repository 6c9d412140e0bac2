// The guards' app on phones whose clocks are wrong: everything arrives, at the time at which it was done.
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { getScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import type { getSosCall } from '@watchpost/contract/sos';
import type { Page } from '@playwright/test';
import { clockNow, screen } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { idOf, kindOf, phoneRecords } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { positionOfPosts, PostMaker, signInAs } from './own-post.ts';
import { installClock, setClock } from './wrong-clock.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], geolocation: positionOfPosts });

const zone = 'Asia/Kolkata';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

async function walkRound(page: Page, siteName: string, code: string): Promise<void> {
  await page.getByRole('button', { name: siteName }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: /round/ }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await screen(page, 'type');
  await page.getByRole('textbox').fill(code);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('status')).toContainText(/Recorded|Stored on this phone/);
}

const untilAllSent = (page: Page) =>
  expect
    .poll(async () => (await phoneRecords(page)).map((record) => [kindOf(record), record.state]))
    .toEqual(expect.arrayContaining([['checkpointScanned', 'sent']]));

async function expectNothingRefused(page: Page): Promise<void> {
  await expect
    .poll(async () => (await phoneRecords(page)).filter(({ state }) => state !== 'sent'))
    .toEqual([]);
}

const near = (atMs: number | null | undefined, expectedMs: number) =>
  expect(Math.abs((atMs ?? Number.NaN) - expectedMs)).toBeLessThan(2 * minuteMs);

async function sitePost(request: Parameters<typeof PostMaker.signIn>[0], name: string) {
  const maker = await PostMaker.signIn(request);
  const site = await maker.site(name);
  const gate = await maker.point(site.id, `${name} gate`);
  await maker.route(site.id, `${name} round`, [gate]);
  return { maker, site, code: await maker.codeOf(gate), guard: await maker.guard('Isha', site.id) };
}

test('[TRUTH-02] [TRUTH-03] duty, round, scan and a call for help of a phone at 1970 arrive at once, with their right time', async ({
  page,
  request,
}) => {
  const { maker, site, code, guard } = await sitePost(request, 'Dune');
  await installClock(page);
  await signInAs(page, guard);
  await expect(page.getByRole('button', { name: site.name })).toBeVisible();
  await setClock(page, 12 * minuteMs - Date.now());
  await page.reload();
  const beganMs = Date.now();
  await walkRound(page, site.name, code);
  await untilAllSent(page);
  await screen(page, 'sos');
  const call = page.getByRole('button', { name: 'Hold for SOS' });
  await call.focus();
  await page.keyboard.down('Enter');
  await expect(page.getByText('SOS received')).toBeVisible();
  await page.keyboard.up('Enter');
  await expectNothingRefused(page);
  const sosId = await idOf(page, 'sos');
  const { call: raised }: ReplyOf<typeof getSosCall> = await maker.send('get', `sos/${sosId}`);
  near(raised.raisedAtMs, beganMs);
  // An open call is a bar above every page of the company, which other journeys share.
  await maker.send('post', `sos/${sosId}/acknowledge`);
  await maker.send('post', `sos/${sosId}/resolve`, { comment: 'A drill.' });
  const roundId = await idOf(page, 'roundStarted');
  const round: ReplyOf<typeof getScannedCheckpoints> = await maker.send(
    'get',
    `scanned-checkpoints/${roundId}`,
  );
  near(round.round.scannedStartTime, beganMs);
  expect(round.points[0]?.scan?.flags).toContain('clockSkew');
  expect(round.points[0]?.scan?.phoneAtMs).toBeLessThan(hourMs);
});

for (const [how, errorMs] of [
  ['set ahead', 10 * hourMs],
  ['set back', -10 * hourMs],
  ['at 1970', 12 * minuteMs - Date.now()],
] as const) {
  test(`[TRUTH-02] a round walked without a network by a clock that is ${how}, and right again to send, keeps its time`, async ({
    page,
    context,
    request,
  }) => {
    const { maker, site, code, guard } = await sitePost(request, 'Cellar');
    await installClock(page);
    await signInAs(page, guard);
    await expect(page.getByRole('button', { name: site.name })).toBeVisible();
    await context.setOffline(true);
    await setClock(page, errorMs);
    const beganMs = Date.now();
    const clocks = [clockNow(zone)];
    await walkRound(page, site.name, code);
    clocks.push(clockNow(zone));
    await screen(page, 'round');
    const shown = page.getByRole('list', { name: 'Checkpoints' });
    // A clock that seems to have gained may be that of a phone that slept: only the server can say.
    if (errorMs < 0) await expect(shown).toContainText(new RegExp(clocks.join('|')));
    await setClock(page, 0);
    await context.setOffline(false);
    await untilAllSent(page);
    await expectNothingRefused(page);
    const roundId = await idOf(page, 'roundStarted');
    const round: ReplyOf<typeof getScannedCheckpoints> = await maker.send(
      'get',
      `scanned-checkpoints/${roundId}`,
    );
    near(round.round.scannedStartTime, beganMs);
    const { scan } = round.points[0] ?? {};
    near(scan?.deviceAtMs, beganMs);
    near(scan?.phoneAtMs, beganMs + errorMs);
    expect(scan?.flags).toContain('clockSkew');
    expect(scan?.flags).not.toContain('fromFuture');
  });
}

/** What an app of before left: its database, and all that it recorded refused for its time. */
async function downgradeDatabase(page: Page): Promise<void> {
  await page.goto('/guard/manifest.webmanifest');
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('no database'));
      });
    const name = 'watchpost-guard';
    const now = await done(indexedDB.open(name));
    const stores = [...now.objectStoreNames];
    const saved = new Map<string, { keyPath: string | null; rows: [IDBValidKey, unknown][] }>();
    for (const store of stores) {
      const from = now.transaction(store).objectStore(store);
      const [keys, rows] = await Promise.all([done(from.getAllKeys()), done(from.getAll())]);
      saved.set(store, {
        keyPath: typeof from.keyPath === 'string' ? from.keyPath : null,
        rows: rows.map((row, at) => [keys[at] ?? at, row]),
      });
    }
    now.close();
    // Asked for in one go, so that the service worker cannot open it in between.
    const deleting = done(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name, 4);
    opening.onupgradeneeded = () => {
      for (const [store, { keyPath }] of saved) {
        const options = keyPath === null ? {} : { keyPath, autoIncrement: store === 'outbox' };
        const made = opening.result.createObjectStore(store, options);
        if (store !== 'outbox') continue;
        made.createIndex('byId', 'id', { unique: true });
        made.createIndex('byState', ['owner', 'state']);
      }
    };
    await deleting;
    const before = await done(opening);
    const change = before.transaction(stores, 'readwrite');
    const message = 'sentAtMs: Must be a time after the year 2000, in milliseconds.';
    for (const [store, { keyPath, rows }] of saved) {
      for (const [key, row] of rows) {
        const left =
          store === 'outbox' && typeof row === 'object'
            ? { ...row, state: 'refused', refusal: { code: 'invalid', message } }
            : row;
        if (keyPath === null) change.objectStore(store).put(left, key);
        else change.objectStore(store).put(left);
      }
    }
    await new Promise((resolve) => {
      change.oncomplete = resolve;
    });
    before.close();
  });
}

test('[TRUTH-02] what an office of before refused for its time is sent once more after the upgrade', async ({
  page,
  context,
  request,
}) => {
  const { maker, site, code, guard } = await sitePost(request, 'Silo');
  await installClock(page);
  await signInAs(page, guard);
  await expect(page.getByRole('button', { name: site.name })).toBeVisible();
  await context.setOffline(true);
  await walkRound(page, site.name, code);
  const roundId = await idOf(page, 'roundStarted');
  await context.setOffline(false);
  await page.route('**/api/demo/field/event*', (route) => route.abort());
  await downgradeDatabase(page);
  await page.unroute('**/api/demo/field/event*');
  await page.goto('/guard/?company=demo');
  await untilAllSent(page);
  await expectNothingRefused(page);
  const round: ReplyOf<typeof getScannedCheckpoints> = await maker.send(
    'get',
    `scanned-checkpoints/${roundId}`,
  );
  expect(round.points[0]?.scan).not.toBeNull();
});
