// What a guard's duty at one of several sites shows: the rounds that are due, what is left of one, whom a report reaches (FIELD-01).
import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import type { IncidentDetails } from '@watchpost/contract/incidents';
import { phoneScreen } from './guard-phone.ts';
import { idOf } from './guard-records.ts';
import { accessibilityFaults, expect, test } from './journey.ts';
import { type OwnGuard, positionOfPosts, PostMaker, signInAs } from './own-post.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], geolocation: positionOfPosts });

const dayMinutes = 1_440;
/** Minutes after midnight by the sites' clocks, so many minutes from now. */
function minuteIn(minutes: number): number {
  const clock = { timeZone: 'Asia/Kolkata', hourCycle: 'h23', hour: 'numeric', minute: 'numeric' } as const;
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en', clock).format().split(':').map(Number);
  return (hour * 60 + minute + minutes) % dayMinutes;
}

/** Resolves when the server has made so many rounds due for the guard. */
async function waitForDues(request: APIRequestContext, { employeeId, secret }: OwnGuard, count: number) {
  const data = { employeeId, secret, deviceId: randomUUID() };
  const { accessToken } = await (await request.post('/api/demo/field/signin', { data })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const dues = async (): Promise<readonly FieldDueRound[]> =>
    (await (await request.get('/api/demo/field/due-rounds', { headers })).json()).rounds;
  await expect.poll(async () => (await dues()).length, { timeout: 60_000 }).toBe(count);
}

test('[FIELD-01] a guard sees what is due at the site of the duty, begins it, and is told what is left of it', async ({
  page,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const mill = await maker.site('Mill');
  const quarry = await maker.site('Quarry');
  const points = [await maker.point(mill.id, 'Mill gate'), await maker.point(mill.id, 'Mill loft')];
  const millRoute = await maker.route(mill.id, 'Mill round', points, false);
  const quarryRoute = await maker.route(quarry.id, 'Quarry round', [await maker.point(quarry.id, 'Pit')]);
  await maker.tour(millRoute, 'Dues', [minuteIn(4), minuteIn(300)]);
  await maker.tour(quarryRoute, 'Dues', [minuteIn(4)]);
  const guard = await maker.guard('Tara', mill.id);
  await maker.post(guard.id, 'Tara', [mill.id, quarry.id]);
  // Those of four minutes from now are due tomorrow too.
  await waitForDues(request, guard, 5);

  await signInAs(page, guard);
  await page.getByRole('button', { name: mill.name }).click();
  const routes = page.getByRole('region', { name: 'Routes' });
  await expect(routes.getByRole('listitem')).toHaveText(/Mill round/);
  const dues = page.getByRole('region', { name: 'Due rounds' }).getByRole('listitem');
  const later = [
    /^Dues · Mill roundAt \d\d:\d\d.*, in 4\shr/,
    /^Dues · Mill roundAt \d\d:\d\d\s[AP]M .*, in 2[34]\shr/,
  ];
  await expect(dues).toHaveText([
    /^Dues · Mill roundDue at \d\d:\d\d.*, start within \d+\sminStart$/,
    ...later,
  ]);
  // What is due in five hours waits for its time.
  await expect(dues.nth(1).getByRole('button')).toHaveCount(0);
  await dues.first().getByRole('button').click();

  const line = (name: string) =>
    page.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem').filter({ hasText: name });
  await expect(line('Mill gate')).toContainText('next');
  await expect(line('Mill loft')).toContainText('open');
  await page.getByRole('link', { name: 'Type code' }).click();
  await page.setViewportSize({ width: 320, height: 568 });
  const field = page.getByLabel('Code', { exact: true });
  const alert = page.getByRole('alert');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(alert).toHaveText('The code has 8 letters.');
  await expect(alert).toBeInViewport();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  // In an order of one's own it might be at either.
  await field.fill((await maker.codeOf(points[1] ?? '')).slice(-8));
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText('Choose the checkpoint at which you stand.');
  await expect(page.getByRole('radio', { name: 'Mill gate' })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByText('Mill loft', { exact: true }).click();
  await expect(alert).toHaveCount(0);
  await page.getByRole('button', { name: 'Record at Mill loft' }).click();
  await expect(page.getByRole('status').getByText('Mill loft', { exact: true })).toBeVisible();
  await page.setViewportSize(phoneScreen);
  await page.getByRole('link', { name: 'To the round' }).click();
  await expect(line('Mill gate')).toContainText('next');
  // The phone's own button goes back as well, and never to what was done.
  await page.goBack();
  await page.getByRole('link', { name: 'Go on with the round' }).click();
  await page.getByRole('link', { name: 'End round' }).click();
  await expect(page.getByRole('region', { name: 'Not scanned' }).getByRole('listitem')).toHaveText(
    'Mill gate',
  );
  await expect(page.getByRole('link', { name: 'Go on walking' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'End with 1 missing' }).click();

  await expect(page.getByRole('region', { name: 'Walked in this duty' })).toContainText('missed: 1');
  await expect(dues).toHaveText(later);

  const endDutyLink = page.getByRole('link', { name: 'End duty' });
  await endDutyLink.click();
  await page.getByRole('link', { name: 'Back' }).click();
  await endDutyLink.click();
  await page.getByRole('button', { name: 'End duty' }).click();
  await expect(page.getByText('Start duty at')).toBeVisible();
  // An address of before leads to no end of the duty that begins now.
  await page.evaluate(() => (window.location.hash = '#/leave'));
  await expect(page).toHaveURL(/#\/home$/);
  await page.getByRole('button', { name: mill.name }).click();
  await expect(endDutyLink).toBeVisible();
  await page.goBack();
  await expect(endDutyLink).toBeVisible();
  // Nothing of the app is left to go back to.
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('[FIELD-01] who begins one of two rounds of a route that may both begin by now still sees the other, with and without a network', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.site('Wharf');
  const route = await maker.route(site.id, 'Wharf round', [await maker.point(site.id, 'Wharf gate')]);
  await maker.tour(route, 'Dues', [minuteIn(2), minuteIn(9)]);
  const guard = await maker.guard('Vera', site.id);
  // Both are due tomorrow too.
  await waitForDues(request, guard, 4);
  await signInAs(page, guard);
  await page.getByRole('button', { name: site.name }).click();
  const dues = page.getByRole('region', { name: 'Due rounds' }).getByRole('listitem');
  const begins = dues.getByRole('button');
  await expect(dues).toHaveCount(4);
  await expect(begins).toHaveCount(2);

  await context.setOffline(true);
  await begins.first().click();
  await page.getByRole('link', { name: 'End round' }).click();
  await page.getByRole('button', { name: 'End with 1 missing' }).click();
  await expect(page.getByRole('region', { name: 'Walked in this duty' })).toContainText('missed: 1');
  await expect(dues).toHaveCount(3);
  await expect(begins).toHaveCount(1);

  await context.setOffline(false);
  await waitForDues(request, guard, 3);
  const asked = page.waitForResponse(/\/field\/due-rounds$/);
  await page.reload();
  await (await asked).finished();
  await expect(dues).toHaveCount(3);
  await begins.click();
  await expect(page.getByRole('link', { name: 'End round' })).toBeVisible();
  await page.goBack();
  await expect(dues).toHaveCount(2);
  await expect(begins).toHaveCount(0);
});

test('[FIELD-01] [MNG-08] a report from a site without a route tells the office where, how bad and by whom', async ({
  page,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  // Whoever stands at a gate all night is on duty as much as whoever walks.
  const site = await maker.site('Depot');
  const guard = await maker.guard('Usha', site.id);
  await signInAs(page, guard);
  await page.getByRole('button', { name: site.name }).click();
  await expect(page.getByText('This site has no route to walk.')).toBeVisible();
  await page.getByRole('link', { name: 'Report incident' }).click();
  await page.getByText('Fire', { exact: true }).click();
  await page.getByText('Critical', { exact: true }).click();
  await page.getByLabel('In your words').fill('Smoke from the east shed.');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('Report sent', { exact: true })).toBeVisible();
  const details: IncidentDetails = await maker.send('get', `incidents/${await idOf(page, 'incident')}`);
  expect(details.incident).toMatchObject({
    siteId: site.id,
    type: 'fire',
    severity: 'critical',
    status: 'New',
    description: 'Smoke from the east shed.',
    guardId: guard.id,
    reporterName: 'Usha Rao',
    ...positionOfPosts,
  });
});
