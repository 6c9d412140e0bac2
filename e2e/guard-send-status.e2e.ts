// What a guard is told became of a scan: stored on the phone, taken, taken with a doubt or refused (FIELD-01, FIELD-02).
import type { Page } from '@playwright/test';
import { screen } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { phoneRecords } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { positionOfPosts, PostMaker } from './own-post.ts';
import { faultsInBothSchemes } from './signed-in.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], geolocation: positionOfPosts });

const dayMs = 86_400_000;

/** The large words of the screen after a scan, and all that stands with them. */
const outcome = (page: Page) => page.getByRole('status');

function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}

/** Types a whole code, which says by itself where it hangs; in whichever language. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.evaluate(() => (window.location.hash = '#/round'));
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.evaluate(() => (window.location.hash = '#/type'));
  await page.getByRole('textbox').fill(code);
  await page.locator('form button[type=submit]').click();
}

/** What has been read is told of no more, by keyboard alone, and stays on the phone to be shown. */
async function readAll(page: Page): Promise<void> {
  const deeds = page.getByRole('button', { name: /^I have read it: / });
  const count = await deeds.count();
  expect(count).toBeGreaterThan(1);
  await deeds.first().focus();
  for (let left = count - 1; left > 0; left -= 1) {
    await page.keyboard.press('Enter');
    await expect(deeds).toHaveCount(left);
    await expect(deeds.first()).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('summary')).toBeFocused();
  await expect(deeds).toHaveCount(0);
  const read = page.getByRole('list', { name: `Read, still on this phone: ${count}` });
  await expect(read).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(read.getByText('The loft stands open.')).toBeVisible();
  await expect(read.getByRole('img', { name: 'Photo' })).toBeVisible();
  await expect(read).toContainText('It names something that is not yours, or is gone.');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  expect((await phoneRecords(page)).filter(({ state }) => state === 'refused').length).toBe(count);
  await screen(page, 'round');
  await expect(page.getByText('Nothing waits to be sent')).toBeVisible();
  await expect(page.getByText(/^Refused: /)).toHaveCount(0);
}

/** As apps of before did, which said nothing of how long ago something was. */
const sendNoAges = (page: Page) =>
  page.route(/\/field\/(?:events|incident)$/, (route) => {
    const { agesMs: _ages, ageMs: _age, ...body } = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify(body) });
  });

/** As WebKit does where it keeps nothing for long. */
const refuseFiles = (page: Page) =>
  page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
      if (value instanceof Blob) throw new DOMException('Error preparing Blob/File data', 'UnknownError');
      return put.call(this, value, key);
    };
  });

test('[FIELD-01] [FIELD-02] a scan that the server refuses is never shown as recorded, and does not count', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const own = await maker.site('Mill');
  const other = await maker.site('Quarry');
  const points = [await maker.point(own.id, 'Mill gate'), await maker.point(own.id, 'Mill loft')];
  const [gate = '', loft = ''] = await Promise.all(points.map((id) => maker.codeOf(id)));
  const foreign = await maker.codeOf(await maker.point(other.id, 'Quarry gate'));
  const strange = await maker.codeOf(await maker.point((await maker.site('Barn')).id, 'Barn door'));
  await maker.route(own.id, 'Mill round', points);
  const guard = await maker.guard('Asha', own.id);

  await refuseFiles(page);
  await page.goto('/guard/?company=demo');
  await page.getByLabel('Employee ID').fill(guard.employeeId);
  await page.getByLabel('Secret', { exact: true }).fill(guard.secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: own.name }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: 'Mill round' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();

  // Without a network nobody knows yet, and the screen says no more than that.
  await context.setOffline(true);
  await typeCode(page, foreign);
  await expect(outcome(page)).toContainText('Stored on this phone');
  await expect(outcome(page)).toContainText('Not sent yet.');
  await expect(outcome(page)).not.toContainText(/Recorded|Refused/);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await context.setOffline(false);
  await expect(outcome(page)).toContainText('Refused');
  await expect(outcome(page)).not.toContainText(/Recorded|Stored/);
  await expect(page.getByText('It belongs to no checkpoint of your sites.')).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await context.setGeolocation({ ...positionOfPosts, latitude: positionOfPosts.latitude + 1 });
  await typeCode(page, gate);
  await expect(outcome(page)).toContainText('Recorded, with a doubt');
  await expect(page.getByText(/^The phone places you [\d,]+ m away\./)).toBeVisible();
  await expect(page.getByText('A typed code counts less')).toBeVisible();
  await expect(page.getByText('1 of 2 scanned')).toBeVisible();
  // However much there is to say, where to go next is not under the buttons of a small phone.
  await page.setViewportSize({ width: 360, height: 640 });
  const next = page.getByText('Next: Mill loft');
  expect(await next.evaluate(isUncovered)).toBe(true);
  await page.setViewportSize({ width: 740, height: 360 });
  expect(await next.evaluate(isUncovered)).toBe(true);
  await page.setViewportSize(phoneScreen);

  await maker.post(guard.id, 'Asha', [other.id]);
  // The round was planned with it, so that it goes on with it.
  await maker.send('post', 'checkpoints/status', { ids: [points[1]], activated: false });

  // By a clock that was set back to before the guard came to the site: what the phone took for scanned is open again.
  await context.setOffline(true);
  await sendNoAges(page);
  await page.clock.setFixedTime(Date.now() - 2 * dayMs);
  await typeCode(page, loft);
  await expect(outcome(page)).toContainText('Stored on this phone');
  await page.getByRole('link', { name: 'To the round' }).click();
  await expect(page.getByText('No network. To be sent: 1')).toBeVisible();
  await expect(page.getByText('2 of 2 scanned')).toBeVisible();
  await page.getByRole('link', { name: 'Report incident' }).click();
  await page.getByText('Damage', { exact: true }).click();
  await page.getByLabel('In your words').fill('The loft stands open.');
  await page.locator('input[type=file]').setInputFiles('apps/guard/public/icon-192.png');
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(outcome(page)).toContainText('Report stored on this phone');
  await page.clock.setFixedTime(Date.now());
  await context.setOffline(false);
  await expect(outcome(page)).toContainText('Report refused');
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page.getByText('1 of 2 scanned')).toBeVisible();
  const line = (name: string) =>
    page.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem').filter({ hasText: name });
  await expect(line('Mill loft')).toContainText(/, refused$/);
  await expect(line('Mill gate')).not.toContainText('refused');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  // What was refused is on this phone alone: whoever is told of it can be shown it.
  await page.getByRole('link', { name: /^Refused: \d+$/ }).click();
  const refusedList = page.getByRole('list', { name: 'Refused by the office' });
  await expect(refusedList.getByText('The loft stands open.')).toBeVisible();
  await expect(refusedList.getByRole('img', { name: 'Photo' })).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await readAll(page);

  // Else the guard cannot know of having been moved, and nothing is lost by it.
  await typeCode(page, loft);
  await expect(outcome(page)).toContainText('Recorded, with a doubt');
  await expect(page.getByText('You no longer belong to this site.')).toBeVisible();
  await expect(page.getByText('2 of 2 scanned')).toBeVisible();
  await page.evaluate(() => (window.location.hash = '#/round'));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(`The office has taken ${own.name} from your sites.`);

  for (const [language, refused, recorded] of [
    ['हिन्दी', 'अस्वीकृत', 'दर्ज'],
    ['मराठी', 'नाकारले', 'नोंदवले'],
  ] as const) {
    await page.evaluate(() => (window.location.hash = '#/settings'));
    await page.getByText(language, { exact: true }).click();
    await typeCode(page, strange);
    await expect(outcome(page)).toContainText(refused);
    await expect(outcome(page)).not.toContainText(recorded);
  }
});
