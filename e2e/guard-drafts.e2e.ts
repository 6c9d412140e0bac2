// What a guard has written and not finished, on a phone whose browser may end at any time (FIELD-01).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { emptyQuestion } from '@watchpost/domain/checkpoint-questions';
import { screen } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { kindOf, phoneRecords, phoneRows } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { PostMaker, signInAs } from './own-post.ts';
import { faultsInBothSchemes } from './signed-in.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'] });

/** Reports, answers and notes that the phone keeps without their being finished. */
const draftCount = async (page: Page) => (await phoneRows(page, 'drafts')).length;

test('a report that was begun on a round outlives a look at the call for help and the browser, closes to the round, and goes with its guard', async ({
  page,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.walkedSite('Fence');
  await signInAs(page, await maker.guard('Tara', site.id));
  await page.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
  await expect(page.getByText(/^0 of \d+ scanned$/)).toBeVisible();
  await page.getByRole('link', { name: 'Report incident' }).click();
  await page.getByText('Damage', { exact: true }).click();
  await page.getByText('Critical', { exact: true }).click();
  await page.getByLabel('In your words').fill('The fence is cut.');
  await page.locator('input[type=file]').setInputFiles('apps/guard/public/icon-192.png');
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByRole('link', { name: 'SOS' }).click();
  await page.getByRole('link', { name: 'Back without SOS' }).click();
  await expect(page.getByText(/^0 of \d+ scanned$/)).toBeVisible();

  await page.getByRole('link', { name: 'Report incident' }).click();
  await expect(page.getByLabel('In your words')).toHaveValue('The fence is cut.');
  await expect.poll(() => draftCount(page)).toBe(2);
  await page.reload();
  await expect(page.getByLabel('Damage')).toBeChecked();
  await expect(page.getByLabel('Critical')).toBeChecked();
  await expect(page.getByLabel('In your words')).toHaveValue('The fence is cut.');
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('Report sent', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page.getByText(/^0 of \d+ scanned$/)).toBeVisible();
  await expect.poll(() => draftCount(page)).toBe(0);
  await screen(page, 'incident');
  await expect(page.getByLabel('In your words')).toHaveValue('');
  await page.getByLabel('In your words').fill('Never finished.');
  await screen(page, 'end');
  await page.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('link', { name: 'End duty' }).click();
  await page.getByLabel('Note for the next guard').fill('Key 7 is with reception.');
  await expect.poll(() => draftCount(page)).toBe(2);
  await page.reload();
  await expect(page.getByLabel('Note for the next guard')).toHaveValue('Key 7 is with reception.');
  await page.getByRole('button', { name: 'Leave note and end duty' }).click();
  await expect.poll(() => draftCount(page)).toBe(1);
  // Where the app goes by itself then.
  await expect(page.getByRole('heading', { name: 'Not on duty' })).toBeVisible();
  await screen(page, 'settings');
  const goes = page.getByText('A report that you have started goes with signing out.');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(goes).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(goes).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out all the same' }).click();
  await expect(page.getByLabel('Employee ID')).toBeVisible();
  expect(await draftCount(page)).toBe(0);
});

/** Presses the button, and ends the app as soon as something is recorded: nothing that comes after reaches the phone's disk. */
async function pressAndEnd(page: Page, name: string): Promise<void> {
  const ended = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { add } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.add = function (...given) {
          this.transaction.addEventListener('complete', () => {
            IDBDatabase.prototype.transaction = () => {
              throw new Error('the app has ended');
            };
            resolve();
          });
          return add.apply(this, given);
        };
      }),
  );
  await page.getByRole('button', { name, exact: true }).click();
  await ended;
  await page.reload();
}

test('[FIELD-02] what was recorded when the browser ended is no draft any more, and is recorded once', async ({
  page,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.site('Weir');
  const pointId = await maker.point(site.id, 'Weir gate');
  const questions = [{ ...emptyQuestion(randomUUID()), kind: 'number', text: 'Water level', unit: 'm' }];
  await maker.send('put', `checkpoints/${pointId}/questions`, { version: 0, questions });
  await maker.route(site.id, 'Weir round', [pointId]);
  await signInAs(page, await maker.guard('Uma', site.id));
  await page.getByRole('button', { name: site.name }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
  await page.getByRole('link', { name: 'Type code' }).click();
  await page.getByLabel('Code', { exact: true }).fill('ABCDEFGH');
  await page.getByRole('button', { name: 'Record at Weir gate' }).click();
  await page.getByLabel('Water level').fill('2');
  await expect.poll(() => draftCount(page)).toBe(1);
  await pressAndEnd(page, 'Keep answers');
  expect(await draftCount(page)).toBe(0);

  await screen(page, 'incident');
  await page.getByText('Damage', { exact: true }).click();
  await page.getByLabel('In your words').fill('The rail is loose.');
  await page.locator('input[type=file]').setInputFiles('apps/guard/public/icon-192.png');
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expect.poll(() => draftCount(page)).toBe(2);
  await pressAndEnd(page, 'Report');
  await expect(page.getByLabel('In your words')).toHaveValue('');
  await expect(page.getByRole('img')).toHaveCount(0);
  expect(await draftCount(page)).toBe(0);

  await screen(page, 'end');
  await page.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('link', { name: 'End duty' }).click();
  await page.getByLabel('Note for the next guard').fill('The rail is loose.');
  await expect.poll(() => draftCount(page)).toBe(1);
  await pressAndEnd(page, 'Leave note and end duty');
  await expect(page.getByLabel('Note for the next guard')).toHaveValue('');
  expect(await draftCount(page)).toBe(0);
  const kinds = (await phoneRecords(page)).map(kindOf);
  const recorded = ['checkpointAnswered', 'incident', 'photo', 'handoverNoted'];
  expect(kinds.filter((kind) => recorded.includes(kind))).toEqual(recorded);
});

/** Where the phone is stays unknown until it is let go, as indoors. */
async function delayPosition(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const find = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
    const waiting: (() => void)[] = [];
    Object.assign(window, { letGo: () => waiting.splice(0).forEach((ask) => ask()) });
    navigator.geolocation.getCurrentPosition = (...asked) => waiting.push(() => find(...asked));
  });
  return () => page.evaluate(() => Reflect.get(window, 'letGo')());
}

const reportedKinds = async (page: Page) =>
  (await phoneRecords(page)).map(kindOf).filter((kind) => ['incident', 'photo'].includes(kind));

test('[FIELD-02] a report is recorded once, though its guard leaves it while the phone looks where it is and reports it again, or does so in another tab', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.walkedSite('Quay');
  await signInAs(page, await maker.guard('Vani', site.id));
  await page.getByRole('button', { name: site.name }).click();
  const write = async (tab: Page, text: string) => {
    await screen(tab, 'incident');
    await tab.getByText('Damage', { exact: true }).click();
    await tab.getByLabel('In your words').fill(text);
    await tab.locator('input[type=file]').setInputFiles('apps/guard/public/icon-192.png');
    await expect(tab.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  };
  const report = (tab: Page) => tab.getByRole('button', { name: 'Report', exact: true });
  const sent = (tab: Page) => tab.getByText('Report sent', { exact: true });
  await page.getByRole('link', { name: 'Report incident' }).click();
  await write(page, 'The crane leans.');
  const letGo = await delayPosition(page);
  await report(page).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Report incident' }).click();
  await expect(page.getByLabel('In your words')).toHaveValue('The crane leans.');
  // It is under way, and says so.
  await expect(report(page)).toHaveCount(0);
  await letGo();
  await expect(sent(page)).toBeVisible();
  expect(await reportedKinds(page)).toEqual(['incident', 'photo']);
  await page.getByRole('link', { name: 'Close' }).click();

  await page.reload();
  await write(page, 'The rope is cut.');
  await expect.poll(() => draftCount(page)).toBe(2);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await report(page).click();
  await expect(sent(page)).toBeVisible();
  await report(other).click();
  await expect(sent(other)).toBeVisible();
  expect(await reportedKinds(page)).toEqual(['incident', 'photo', 'incident', 'photo']);
  await other.getByRole('link', { name: 'Close' }).click();
  await write(other, 'A lamp is out.');
  await report(other).click();
  await expect(sent(other)).toBeVisible();
  expect(await reportedKinds(page)).toHaveLength(6);
});
