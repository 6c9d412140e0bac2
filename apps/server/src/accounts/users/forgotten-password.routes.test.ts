import { describe, expect, it } from 'vitest';
import { otpMailsPerHour, otpTriesMax } from '@watchpost/domain/one-time-codes';
import { comparable } from '../../testing/endpoint-samples.ts';
import { makeSite, makeTenant, makeUser, testPassword } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone } from '../../testing/test-app.ts';
import { ageCodes, asking, linkOf, mailingApp, otpOf } from './mailed-codes.testing.ts';

const newPassword = 'Brand-new-pass-7';

const server = await mailingApp();
const tenant = await makeTenant(server.owner, { name: 'Shree Guards' });
const other = await makeTenant(server.owner);
const { from, forgot, verify, mailed } = asking(server, tenant);

const set = (otpId: string, password = newPassword, caller = from(tenant)) =>
  caller('POST', '/users/set-password', { body: { otpId, password } });
const signIn = (email: string, password: string) =>
  from(tenant)('POST', '/user-signin', { body: { username: email, password } });
const codeOf = (reply: { json: () => { general: { code: string }[] } }) => reply.json().general[0]?.code;

const wrong = (otp: string) => (otp === '000000' ? '111111' : '000000');
const age = (userId: string, minutes: number) => ageCodes(server.owner, userId, minutes);

describe('a forgotten password', () => {
  it('[FORGOT-03] [FORGOT-04] [OTP-02] [API-02] is set again with the mailed code', async () => {
    const user = await makeUser(server.owner, tenant, { first_name: 'Asha' });
    const old = await browserOf(server, tenant, user.id);
    const reply = await forgot(user.email.toUpperCase());
    expect(reply.json()).toEqual({
      general: [{ message: 'Please check you email reset password link has been sent.' }],
    });
    const [mail] = await server.mailsTo(user.email);
    expect(mail?.subject).toBe('Reset your Shree Guards password');
    expect(mail?.html).toContain('Hello Asha,');
    const { otpId } = (await verify(user.email, otpOf(mail))).json();
    expect((await set(otpId)).statusCode).toBe(200);
    expect((await signIn(user.email, newPassword)).statusCode).toBe(200);
    expect((await signIn(user.email, testPassword)).statusCode).toBe(401);
    expect((await old('GET', '/secure/user-metadata')).statusCode).toBe(401);
    const changed = (await server.mailsTo(user.email, 2))[1];
    expect(changed?.subject).toBe('Your Shree Guards password was changed');
  });

  it('[FORGOT-04] [SETPW-03] is set again with the mailed link, which works once', async () => {
    const { id, email, link, otp } = await mailed();
    const sessions = await Promise.all([1, 2].map(() => browserOf(server, tenant, id)));
    expect((await set(link)).statusCode).toBe(200);
    for (const each of sessions) expect((await each('GET', '/secure/user-metadata')).statusCode).toBe(401);
    expect((await signIn(email, newPassword)).statusCode).toBe(200);
    const again = await set(link, 'Another-pass-8');
    expect([again.statusCode, codeOf(again)]).toEqual([422, 'grantEnded']);
    expect((await verify(email, otp)).statusCode).toBe(422);
  });

  it('frees an account that was guessed at too often', async () => {
    const { email, link } = await mailed();
    for (let tries = 0; tries < 11; tries += 1) await signIn(email, 'Wrong-pass-1');
    expect((await signIn(email, testPassword)).statusCode).toBe(429);
    await set(link);
    expect((await signIn(email, newPassword)).statusCode).toBe(200);
  });

  it('[SETPW-02] is at least 8 and at most 25 characters long, without spaces', async () => {
    const { link } = await mailed();
    for (const password of ['Short-1', newPassword.repeat(9).slice(0, 26), 'with space 1', '']) {
      const reply = await set(link, password);
      expect([password, reply.statusCode, Object.keys(reply.json())]).toEqual([password, 400, ['password']]);
    }
    expect((await set(link, newPassword.repeat(9).slice(0, 25))).statusCode).toBe(200);
  });

  it('may be longer where the tenant says so', async () => {
    const roomy = await makeTenant(server.owner);
    await server.owner
      .insertInto('tenant_config')
      .values({ tenant_id: roomy.id, config_key: 'passwordMaxLength', config_value: '64' })
      .execute();
    const { email } = await makeUser(server.owner, roomy);
    await forgot(email, from(roomy));
    const link = linkOf((await server.mailsTo(email))[0]);
    expect((await set(link, newPassword.repeat(9).slice(0, 65), from(roomy))).statusCode).toBe(400);
    expect((await set(link, newPassword.repeat(9).slice(0, 64), from(roomy))).statusCode).toBe(200);
    const enter = (password: string) =>
      from(roomy)('POST', '/user-signin', { body: { username: email, password } });
    expect((await enter(newPassword.repeat(9).slice(0, 64))).statusCode).toBe(200);
    expect((await enter(newPassword.repeat(9).slice(0, 65))).statusCode).toBe(400);
  });
});

describe('a mailed code', () => {
  it('[OTP-04] dies on use', async () => {
    const { email, otp, link } = await mailed();
    expect((await verify(email, otp)).statusCode).toBe(200);
    const again = await verify(email, otp);
    expect([again.statusCode, codeOf(again)]).toEqual([422, 'otpInvalid']);
    expect((await set(link)).statusCode).toBe(422);
  });

  it('[OTP-04] [FORGOT-04] dies with its link on expiry, and so does what it was exchanged for', async () => {
    const first = await mailed();
    await age(first.id, 10);
    expect((await verify(first.email, first.otp)).statusCode).toBe(422);
    expect((await set(first.link)).statusCode).toBe(422);
    const second = await mailed();
    await age(second.id, 9);
    const { otpId } = (await verify(second.email, second.otp)).json();
    await age(second.id, 10);
    expect((await set(otpId)).statusCode).toBe(422);
    const third = await mailed();
    await age(third.id, 9);
    expect((await set(third.link)).statusCode).toBe(200);
  });

  it('[OTP-04] dies on too many failures, and only the code: its link still opens', async () => {
    const { email, otp, link } = await mailed();
    for (let tries = 0; tries < otpTriesMax; tries += 1) await verify(email, wrong(otp));
    expect((await verify(email, otp)).statusCode).toBe(422);
    expect((await set(link)).statusCode).toBe(200);
  });

  it('[OTP-04] that is right takes none of the tries of its account', async () => {
    const { email, otp } = await mailed();
    const sent = [wrong(otp), wrong(otp), otp, ...Array.from({ length: 9 }, () => wrong(otp))];
    const statuses: number[] = [];
    for (const code of sent) statuses.push((await verify(email, code)).statusCode);
    expect(statuses).toEqual([422, 422, 200, ...Array.from({ length: 8 }, () => 422), 429]);
  });

  it('[OTP-04] 40 guesses at once share its tries', async () => {
    const { email, otp, id } = await mailed();
    await Promise.all(Array.from({ length: 40 }, () => verify(email, wrong(otp))));
    const code = await server.owner
      .selectFrom('password_codes')
      .select('tries')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(code.tries).toBe(otpTriesMax);
    const right = await Promise.all(Array.from({ length: 5 }, () => verify(email, otp)));
    expect(right.map((reply) => reply.statusCode)).not.toContain(200);
  });

  it('[OTP-04] sent right many times at once is exchanged once', async () => {
    const { email, otp } = await mailed();
    const replies = await Promise.all(Array.from({ length: 8 }, () => verify(email, otp)));
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
  });

  it('[OTP-03] makes way for the one that is sent again', async () => {
    const { email, link } = await mailed();
    const resend = (body: object, query = { userType: 'admin' }) =>
      from(tenant)('PUT', '/users/resend-otp', { body: { ...body, tenantId: tenant.slug }, query });
    expect((await resend({ email })).json()).toEqual({ general: [{ message: 'A new OTP has been sent.' }] });
    const newer = (await server.mailsTo(email, 2))[1];
    expect((await set(link)).statusCode).toBe(422);
    expect((await verify(email, wrong(otpOf(newer)))).statusCode).toBe(422);
    expect((await verify(email, otpOf(newer))).statusCode).toBe(200);
    expect((await resend({ phoneNum: '9876543210' })).statusCode).toBe(200);
    expect((await resend({ username: 'asha' })).statusCode).toBe(200);
    expect((await resend({})).statusCode).toBe(400);
    expect((await resend({ email }, { userType: 'guard' })).statusCode).toBe(400);
  });

  it('[OTP-04] that was right lets its owner choose a password, also when another is sent in the meantime', async () => {
    const { email, otp } = await mailed();
    const { otpId } = (await verify(email, otp)).json();
    await forgot(email);
    await server.mailsTo(email, 2);
    expect((await set(otpId)).statusCode).toBe(200);
  });

  it('[API-02] is also mailed at sign-up', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const body = { email, tenantId: tenant.slug };
    expect((await from(tenant)('POST', '/users/signup-otp/request', { body })).statusCode).toBe(200);
    const [mail] = await server.mailsTo(email);
    expect((await verify(email, otpOf(mail))).statusCode).toBe(200);
  });

  it('is of no use at another tenant, nor named by it', async () => {
    const { email, otp, link } = await mailed();
    expect((await verify(email, otp, from(other))).statusCode).toBe(422);
    expect((await set(link, newPassword, from(other))).statusCode).toBe(422);
    const body = { username: email, tenantId: other.slug };
    expect((await from(tenant)('POST', '/users/forgot-password', { body })).statusCode).toBe(400);
    expect((await verify(email, otp)).statusCode).toBe(200);
  });

  it('is stored neither as itself nor as its link', async () => {
    const { id, otp, link } = await mailed();
    const rows = await server.owner
      .selectFrom('password_codes')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    const stored = rows
      .flatMap((row) => Object.values(row))
      .map((value) =>
        Buffer.isBuffer(value) ? `${value.toString('latin1')} ${value.toString('hex')}` : String(value),
      );
    expect(stored.join()).not.toContain(link);
    expect(stored.join()).not.toContain(Buffer.from(otp).toString('hex'));
    await server.idle();
    const mails = await server.owner.selectFrom('mail_messages').select(['text_part', 'html_part']).execute();
    expect(JSON.stringify(mails)).not.toContain(link);
  });
});

describe('anyone who asks', () => {
  it('[FORGOT-04] learns nothing of whether an address has an account', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const siteId = await makeSite(server.owner, tenant);
    const off = await makeUser(server.owner, tenant, { siteId, activated: false });
    const guard = await makeUser(server.owner, tenant, { role: 'guard' });
    const unanswered = ['nobody@example.com', off.email, guard.email];
    const all = [email, ...unanswered];
    const replies = await Promise.all(all.map((each) => forgot(each)));
    await server.mailsTo(email);
    await server.idle();
    const guesses = await Promise.all(all.map((each) => verify(each, '12345')));
    for (const answers of [replies, guesses]) {
      for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0] ?? answer));
    }
    const recipients = server.box.arrived.map((mail) => mail.to?.[0]?.address);
    for (const each of unanswered) expect(recipients).not.toContain(each);
    const codes = await server.owner
      .selectFrom('password_codes')
      .select('tries')
      .where('tenant_id', '=', tenant.id)
      .where('user_id', 'is', null)
      .execute();
    // The same is written for an address without an account, its tries included.
    expect(codes.filter((code) => code.tries === 1)).toHaveLength(unanswered.length);
  });

  it('gets only so many mails an hour, and no word of it', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const replies = await Promise.all(Array.from({ length: otpMailsPerHour + 3 }, () => forgot(email)));
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    await server.mailsTo(email, otpMailsPerHour);
    await server.idle();
    expect(await server.mailsTo(email, otpMailsPerHour)).toHaveLength(otpMailsPerHour);
  });

  it('[OTP-04] is slowed, asking and guessing, for an address with an account as for one without', async () => {
    const guess = (email: string) => verify(email, '12345');
    for (const ask of [forgot, guess])
      for (const each of [(await makeUser(server.owner, tenant)).email, 'nobody-else@example.com']) {
        const statuses: number[] = [];
        for (let tries = 0; tries < 11; tries += 1) statuses.push((await ask(each)).statusCode);
        expect(statuses).toEqual([...Array.from({ length: 10 }, () => (ask === forgot ? 200 : 422)), 429]);
      }
  });

  it.each([
    '',
    'nobody',
    'a@b',
    "x'--@example.com",
    `${'a'.repeat(60)}@example.com`,
    'a@example.com\nBcc: b@c.de',
  ])('[FORGOT-02] is refused when %j is no e-mail address', async (username) => {
    const reply = await forgot(username);
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, ['username']]);
  });

  it.each(['', 'x', 'x'.repeat(43), '../../../../../../etc', null, 7])(
    'sets no password with the made-up otpId %j',
    async (otpId) => {
      const reply = await from(tenant)('POST', '/users/set-password', {
        body: { otpId, password: newPassword },
      });
      expect([400, 422]).toContain(reply.statusCode);
    },
  );

  it('needs no session to ask, and a session changes nothing', async () => {
    const user = await makeUser(server.owner, tenant);
    const asked = await anyone(server.app, tenant)('POST', '/users/forgot-password', {
      body: { username: user.email },
    });
    const ask = await browserOf(server, tenant, user.id);
    const signedIn = await ask('POST', '/users/forgot-password', { body: { username: user.email } });
    expect(comparable(signedIn)).toEqual(comparable(asked));
  });
});
