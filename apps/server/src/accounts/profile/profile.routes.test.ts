import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { makeStale } from '../../testing/made-sessions.ts';
import { anyone, type Caller, signedIn, testApp, type TestApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

const texts = {
  firstName: 'Meera',
  lastName: 'Joshi-Kale',
  phoneNumber: '9822012345',
  countryCode: '+91',
};

async function someone(siteId?: string) {
  const stored = { first_name: 'Asha', last_name: 'Kale', phone_number: '9000000001', country_code: '91' };
  const user = await makeUser(server.owner, tenant, {
    ...stored,
    ...(siteId === undefined ? {} : { siteId }),
  });
  const caller = await signedIn(server.app, tenant, user.email);
  const save = (body: object) => caller('PUT', '/secure/users/profile', { body });
  const good = { ...texts, email: user.email, profileImage: '' };
  return { ...user, caller, save, good };
}

const profileOf = async (caller: Caller) => (await caller('GET', '/secure/users/profile')).json();

async function newPhoto(caller: Caller): Promise<string> {
  const form = formOf(await plainPicture());
  const reply = await caller('POST', '/secure/files', { query: { purpose: 'profileImage' }, ...form });
  return String(reply.json().fileId);
}

describe("a super admin's profile", () => {
  it('[API-02] [PROF-01] is answered as stored, its country code with a plus', async () => {
    const { caller, email } = await someone();
    expect(await profileOf(caller)).toEqual({
      firstName: 'Asha',
      lastName: 'Kale',
      email,
      phoneNumber: '9000000001',
      countryCode: '+91',
      userDetails: { profileImage: '' },
    });
  });

  it('changes what mails and codes are sent to only after the password, in a session that is not fresh', async () => {
    const { caller, save, good, id } = await someone();
    expect((await save(good)).statusCode).toBe(200);
    await makeStale(server.owner, id);
    for (const change of [
      { email: 'new@example.com' },
      { phoneNumber: '9822012399' },
      { countryCode: '+44' },
    ]) {
      const reply = await save({ ...good, ...change });
      expect([reply.statusCode, reply.json().general[0].code]).toEqual([403, 'confirmFirst']);
    }
    expect(await profileOf(caller)).toMatchObject({ email: good.email, phoneNumber: good.phoneNumber });
    expect((await save({ ...good, firstName: 'Mira' })).statusCode).toBe(200);
    await caller('POST', '/secure/sign-in-factors/password', { body: { password: testPassword } });
    expect((await save({ ...good, email: `new-${good.email}` })).statusCode).toBe(200);
  });

  it('[API-02] [PROF-03] is saved with its photo and answered as results.user', async () => {
    const { caller, save, good, id } = await someone();
    const profileImage = await newPhoto(caller);
    const reply = await save({ ...good, profileImage });
    const user = { id, role: 'superAdmin', ...good, profileImage, siteId: null, siteName: null };
    expect([reply.statusCode, reply.json()]).toEqual([200, { results: { user } }]);
    expect((await caller('GET', '/secure/user-metadata')).json().user).toEqual(user);
    const { userDetails, ...saved } = await profileOf(caller);
    expect({ ...saved, profileImage: userDetails.profileImage }).toEqual({ ...good, profileImage });
    // Saved again without a new photo the old one stays.
    expect((await save(good)).json().results.user.profileImage).toBe(profileImage);
  });

  it.each([
    ['91', '+91'],
    ['+1', '+1'],
    ['971', '+971'],
  ])('[PROF-02] the country code %s is kept as %s', async (countryCode, stored) => {
    const { save, good } = await someone();
    expect((await save({ ...good, countryCode })).json().results.user.countryCode).toBe(stored);
  });

  it.each([
    ['firstName', '', 'first_name_reqd'],
    ['firstName', '   ', 'first_name_reqd'],
    ['firstName', 'x'.repeat(51), 'max_length'],
    ['firstName', 'R2D2', 'name_pattern'],
    ['firstName', '<b>Asha</b>', 'name_pattern'],
    ['lastName', '', 'last_name_reqd'],
    ['lastName', 'x'.repeat(51), 'max_length'],
    ['lastName', 'Kale;', 'name_pattern'],
    ['email', '', 'error_email_id_required'],
    ['email', 'no-at-sign', 'email_pattern'],
    ['email', `${'a'.repeat(39)}@example.com`, 'exceed_max_length'],
    ['phoneNumber', '', 'contact_number_require'],
    ['phoneNumber', '98220abcde', 'error_invalid_phone_number'],
    ['phoneNumber', '982201234', 'error_invalid_phone_number_min_max'],
    ['phoneNumber', '98220123456', 'error_invalid_phone_number_min_max'],
    ['countryCode', '', 'country_code_required'],
    ['countryCode', '++91', 'country_code_pattern'],
    ['countryCode', '+0', 'country_code_pattern'],
    ['profileImage', '00000000-0000-4000-8000-000000000000', 'photo_unknown'],
    ['profileImage', '../../etc/passwd', 'photo_unknown'],
    ['profileImage', 'https://elsewhere.example/a.png', 'photo_unknown'],
  ])('[PROF-02] %s %j: %s', async (field, value, message) => {
    const { save, good, caller } = await someone();
    const before = await profileOf(caller);
    const reply = await save({ ...good, [field]: value });
    expect([reply.statusCode, reply.json()]).toEqual([400, { [field]: [{ code: 'invalid', message }] }]);
    expect(await profileOf(caller)).toEqual(before);
  });

  it.each([
    ['firstName', 'first_name_reqd'],
    ['lastName', 'last_name_reqd'],
    ['email', 'error_email_id_required'],
    ['phoneNumber', 'contact_number_require'],
    ['countryCode', 'country_code_required'],
  ])('[PROF-02] without %s: %s', async (field, message) => {
    const { save, good } = await someone();
    const reply = await save({ ...good, [field]: undefined });
    expect([reply.statusCode, reply.json()[field]]).toEqual([400, [{ code: 'invalid', message }]]);
  });

  it.each(['x', 'x'.repeat(50), 'आशा', 'Zoë Anne', 'de_la-Cruz'])(
    '[PROF-02] the name %j is taken',
    async (name) => {
      const { save, good } = await someone();
      const { firstName } = (await save({ ...good, firstName: name })).json().results.user;
      expect(firstName).toBe(name);
    },
  );

  it('[PROF-02] an e-mail address of another account is refused, whatever its case; one of another tenant is taken', async () => {
    const { save, good } = await someone();
    const other = await someone();
    const reply = await save({ ...good, email: other.email.toUpperCase() });
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { email: [{ code: 'invalid', message: 'email_taken' }] },
    ]);
    const elsewhere = await makeTenant(server.owner);
    const stranger = await makeUser(server.owner, elsewhere, { email: 'elsewhere@example.com' });
    expect((await save({ ...good, email: stranger.email })).statusCode).toBe(200);
  });

  it('[PROF-03] two saves at once leave one of them, whole', async () => {
    const { caller, save, good } = await someone();
    const names = Array.from({ length: 10 }, (_, at) => 'abcdefghij'[at] ?? '');
    const replies = await Promise.all(
      names.map((name) => save({ ...good, firstName: name, lastName: name })),
    );
    expect(replies.map((reply) => reply.statusCode)).toEqual(names.map(() => 200));
    const { firstName, lastName } = await profileOf(caller);
    expect(names).toContain(firstName);
    expect(lastName).toBe(firstName);
  });

  it("[PROF-03] a photo that somebody else uploaded, or another tenant's, is unknown", async () => {
    const { save, good } = await someone();
    const colleague = await newPhoto((await someone()).caller);
    const elsewhere = await makeTenant(server.owner);
    const stranger = await makeUser(server.owner, elsewhere);
    const foreign = await newPhoto(await signedIn(server.app, elsewhere, stranger.email));
    for (const profileImage of [colleague, foreign]) {
      const reply = await save({ ...good, profileImage });
      expect([reply.statusCode, reply.json().profileImage[0].message]).toEqual([400, 'photo_unknown']);
    }
  });

  it('[API-08] a replaced photo and one never saved are removed, the one in use stays', async () => {
    const { caller, save, good } = await someone();
    const [replaced, abandoned, used] = [
      await newPhoto(caller),
      await newPhoto(caller),
      await newPhoto(caller),
    ];
    await save({ ...good, profileImage: replaced });
    await save({ ...good, profileImage: used });
    await server.owner
      .updateTable('files')
      .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
      .where('tenant_id', '=', tenant.id)
      .execute();
    const fresh = await newPhoto(caller);
    const seen = (fileId: string) => caller('GET', `/secure/files/${fileId}`);
    const statuses = [replaced, abandoned, used, fresh].map(
      async (fileId) => (await seen(fileId)).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200]);
  });
});

describe("a sub admin's profile", () => {
  const sub = async () => someone(await makeSite(server.owner, tenant));

  it('[PROF-04] takes a new photo, alone or with the texts as they are', async () => {
    const { caller, save } = await sub();
    const { userDetails: _, ...stored } = await profileOf(caller);
    for (const own of [{}, stored]) {
      const profileImage = await newPhoto(caller);
      const reply = await save({ ...own, profileImage });
      expect([reply.statusCode, reply.json().results.user.profileImage]).toEqual([200, profileImage]);
    }
  });

  it.each([
    ['firstName', 'Meera'],
    ['lastName', 'Joshi'],
    ['email', 'mine@example.com'],
    ['phoneNumber', '9822012345'],
    ['countryCode', '+1'],
  ])('[PROF-04] refuses another %s and saves nothing, not even the photo', async (field, value) => {
    const { caller, save } = await sub();
    const before = await profileOf(caller);
    const reply = await save({ [field]: value, profileImage: await newPhoto(caller) });
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([403, 'notPermitted']);
    expect(await profileOf(caller)).toEqual(before);
  });
});

it('[API-02] no one reads or saves a profile without a session', async () => {
  const anonymous = anyone(server.app, tenant);
  expect((await anonymous('GET', '/secure/users/profile')).statusCode).toBe(401);
  expect((await anonymous('PUT', '/secure/users/profile', { body: { profileImage: '' } })).statusCode).toBe(
    401,
  );
});
