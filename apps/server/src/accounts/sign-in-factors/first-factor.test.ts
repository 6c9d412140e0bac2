// The first factor of an account that may not enter without one: anyone who has the password alone may set up that one only.
import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeTenant, makeTenant, makeUser } from '../../testing/factories.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { codeOf, halfSignedIn, testOrigin } from './factors.testing.ts';
import { passkeyDevice } from './passkey-device.testing.ts';

const base = '/user-signin/enrolment';
let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  await server.owner
    .insertInto('tenant_config')
    .values({ tenant_id: tenant.id, config_key: 'isTwoStepRequired', config_value: 'true' })
    .execute();
});

/** A first factor up to its last request, which the returned function makes. */
type Begin = (browser: Caller) => Promise<() => ReturnType<Caller>>;

const byAuthenticator: Begin = async (browser) => {
  const { secret } = (await browser('POST', `${base}/authenticator`)).json();
  return () => browser('PUT', `${base}/authenticator`, { body: { code: codeOf(secret) } });
};
const byPasskey: Begin = async (browser) => {
  const options = (await browser('POST', `${base}/passkey/options`)).json();
  const asked = { challenge: options.challenge, origin: testOrigin, rpId: 'localhost', isVerified: true };
  const response = passkeyDevice().make(asked, options.user.id);
  return () => browser('POST', `${base}/passkey`, { body: { name: 'Phone', response } });
};

const factorsOf = async (userId: string): Promise<number> => {
  const { owner } = server;
  const apps = owner.selectFrom('authenticators').select('user_id').where('user_id', '=', userId);
  const keys = owner.selectFrom('passkeys').select('id').where('user_id', '=', userId);
  const inUse = await apps.where('sealed_secret', 'is not', null).execute();
  return inUse.length + (await keys.execute()).length;
};

const codeIn = (reply: Awaited<ReturnType<Caller>>) => reply.json().general?.[0]?.code;

describe('of two who set up a first factor at once', () => {
  it.each<[string, Begin, Begin]>([
    ['a passkey each', byPasskey, byPasskey],
    ['a passkey and an authenticator', byPasskey, byAuthenticator],
    ['an authenticator and a passkey', byAuthenticator, byPasskey],
  ])('[MNG-09] %s: one is in, the other is refused and leaves nothing', async (_name, one, other) => {
    for (let pass = 0; pass < 2; pass += 1) {
      const { id, email } = await makeUser(server.owner, tenant);
      const browsers = [
        await halfSignedIn(server, tenant, email),
        await halfSignedIn(server, tenant, email),
      ] as const;
      const last = [await one(browsers[0]), await other(browsers[1])];
      const replies = await Promise.all(last.map((finish) => finish()));
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
      const refused = replies.find(({ statusCode }) => statusCode === 401);
      expect(refused && codeIn(refused)).toBe('signInExpired');
      expect(await factorsOf(id)).toBe(1);
      const entries = server.owner.selectFrom('audit_entries').select('id').where('subject_id', '=', id);
      expect(await entries.where('action', '=', 'factor.added').execute()).toHaveLength(1);
    }
  });
});

it('a sign-in that was ended while it set up a factor leaves none', async () => {
  const { id, email } = await makeUser(server.owner, tenant);
  const finish = await byPasskey(await halfSignedIn(server, tenant, email));
  // As a change of the password does, held open until the request has looked whether the sign-in stands.
  const replied = await server.owner.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('pending_sign_ins').where('user_id', '=', id).execute();
    const reply = finish();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { reply };
  });
  expect(codeIn(await replied.reply)).toBe('signInExpired');
  expect(await factorsOf(id)).toBe(0);
});
