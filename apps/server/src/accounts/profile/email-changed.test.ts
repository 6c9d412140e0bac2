// A new e-mail address of an account is mailed to the previous one, whose owner alone can object.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { signedIn, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { profileJobs } from './profile.jobs.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  await testJobs(server, profileJobs());
});

const texts = { firstName: 'Asha', lastName: 'Kale', phoneNumber: '9822012345', countryCode: '+91' };

async function someone(language?: string) {
  const { id, email } = await makeUser(server.owner, tenant, { first_name: 'Asha' });
  if (language !== undefined) {
    await server.owner.updateTable('users').set({ language }).where('id', '=', id).execute();
  }
  const caller = await signedIn(server.app, tenant, email);
  const save = (change: object) =>
    caller('PUT', '/secure/users/profile', { body: { ...texts, email, profileImage: '', ...change } });
  return { email, save };
}

const mailsTo = (recipients: readonly string[]) =>
  server.owner
    .selectFrom('mail_messages')
    .select(['recipient', 'template', 'subject', 'text_part as text'])
    .where('tenant_id', '=', tenant.id)
    .where('recipient', 'in', recipients)
    .execute();

describe('a new address of an account', () => {
  it.each([
    [undefined, 'The address of your'],
    ['hi', 'खाते का पता बदला गया'],
    ['mr', 'खात्याचा पत्ता बदलला गेला'],
  ])('is mailed to the previous address, in language %s', async (language, subject) => {
    const { email, save } = await someone(language);
    const newEmail = `new-${email}`;
    expect((await save({ email: newEmail })).statusCode).toBe(200);
    await expect.poll(() => mailsTo([email, newEmail])).toHaveLength(1);
    const [mail] = await mailsTo([email, newEmail]);
    expect(mail).toMatchObject({ recipient: email, template: 'emailChanged' });
    expect(mail?.subject).toContain(subject);
    expect(mail?.text).toContain(newEmail);
    expect(mail?.text).toContain('Asha');
  });

  it('is mailed to no one when the profile is saved with the same address, or refused', async () => {
    const { email, save } = await someone();
    const other = await someone();
    expect((await save({ firstName: 'Mira' })).statusCode).toBe(200);
    expect((await save({ email: other.email })).statusCode).toBe(400);
    // What is queued is worked off in its order: this one last.
    const newEmail = `new-${other.email}`;
    expect((await other.save({ email: newEmail })).statusCode).toBe(200);
    await expect.poll(() => mailsTo([other.email])).toHaveLength(1);
    expect(await mailsTo([email])).toEqual([]);
  });
});
