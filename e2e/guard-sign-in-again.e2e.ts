// A guard whose session has ended signs in again on the same phone, also by an employee id that the office has changed.
import { endSession, screen } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { phoneRecords, phoneRows } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { positionOfPosts, PostMaker } from './own-post.ts';
import { faultsInBothSchemes } from './signed-in.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], geolocation: positionOfPosts });

interface StoredSession {
  readonly token: string | null;
  readonly guard: { readonly id: string; readonly employeeId: string };
}

test('[FIELD-02] whoever signs in again may write a new employee id, but nobody else gets in by it and nothing is lost', async ({
  page,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.walkedSite('Dock');
  const own = await maker.guard('Meera', site.id);
  const other = await maker.guard('Omkar', site.id);
  const secret = page.getByLabel('Secret', { exact: true });
  const number = page.getByLabel('Employee ID');
  const enter = page.getByRole('button', { name: 'Sign in' });

  await page.goto('/guard/?company=demo');
  await number.fill(own.employeeId);
  await secret.fill(own.secret);
  await enter.click();
  await page.getByRole('button', { name: site.name }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await endSession(page, request);
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: 'Dock round' }).click();
  await page.getByRole('link', { name: 'Sign in again to send' }).click();

  // The office has numbered its guards anew: the old id is somebody else's.
  await maker.post(own.id, 'Meera', [site.id], `New${maker.mark}`);
  await maker.post(other.id, 'Omkar', [site.id], own.employeeId);
  await expect(number).toHaveValue(own.employeeId);
  await expect(number).toHaveAccessibleDescription('If the office has given you another ID, write that one.');
  await expect(page.getByLabel('Company')).toHaveCount(0);
  await expect(page.getByText('Meera Rao', { exact: true })).toBeVisible();
  await secret.fill(other.secret);
  const answer = page.waitForResponse((reply) => reply.url().endsWith('/field/signin'));
  await enter.click();
  const { accessToken } = await (await answer).json();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This is another guard’s ID, and no one was signed in.');
  await expect(alert).toContainText('All of Meera Rao’s stays on this phone.');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  const asOther = { headers: { authorization: `Bearer ${accessToken}` } };
  expect((await request.get('/api/demo/field/plan', asOther)).status()).toBe(401);
  const stored = await phoneRows<StoredSession>(page, 'sessions');
  expect(stored).toMatchObject([{ token: null, guard: { id: own.id } }]);
  expect((await phoneRecords(page)).map(({ state }) => state)).toContain('waiting');

  await number.fill(`new${maker.mark}`);
  await secret.fill(own.secret);
  await enter.click();
  await expect(page.getByText('0 of 1 scanned')).toBeVisible();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect((await phoneRecords(page)).map(({ state }) => state)).not.toContain('waiting');
  const sessions = await phoneRows<StoredSession>(page, 'sessions');
  expect(sessions).toMatchObject([{ guard: { id: own.id, employeeId: `New${maker.mark}` } }]);
  await screen(page, 'settings');
  await expect(page.getByText(`New${maker.mark} · demo`)).toBeVisible();
});
