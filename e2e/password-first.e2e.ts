// A session that was opened long ago: what opens the account changes only after the password, asked for where it is needed.
import { accessibilityFaults, password } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, test } from './signed-in.ts';

let tenant: OwnTenant;
test.beforeAll(async () => {
  tenant = await startOwnTenant();
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

test('an old session asks for the password before a new phone number, and before it ends other sessions', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha);
  const elsewhere = await tenant.signedIn(browser, people.asha);
  const growOld = () =>
    tenant.run(`UPDATE sessions SET created_at = now() - interval '1 hour', confirmed_at = NULL`);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const question = page.getByRole('dialog', { name: 'Who is there?' });
  const answer = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };

  await growOld();
  await choose('View Profile');
  const profile = page.getByRole('dialog', { name: 'View Profile' });
  await profile.getByLabel('First name').fill('Asha');
  await profile.getByLabel('Last name').fill('Kale');
  await profile.getByLabel('Phone number').fill('9822012345');
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(question).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByLabel('Your own password').fill('Not-the-one-1');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('alert')).not.toBeEmpty();
  await question.getByLabel('Your own password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('profile updated successfully')).toBeVisible();
  await expect(profile).toBeHidden();

  await growOld();
  await choose('Where you are signed in');
  const sessions = page.getByRole('dialog', { name: 'Where you are signed in' });
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(question).toBeVisible();
  await expect(question.getByLabel('Your own password')).toBeFocused();
  await answer(password);
  await expect(question).toBeHidden();
  await expect(sessions.getByText('You are signed in nowhere else.')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/#\/signin/);
});
