import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeMailedLink } from '../../testing/make-mailed-link.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

const chosen = 'Brand-new-pass-7';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const told = async (caller: Caller): Promise<object[]> =>
  (await caller('GET', '/secure/notification/list')).json().data;

async function someoneElse(): Promise<Caller[]> {
  const siteId = await makeSite(server.owner, tenant);
  const people = [await makeUser(server.owner, tenant), await makeUser(server.owner, tenant, { siteId })];
  return Promise.all(people.map(({ id }) => browserOf(server, tenant, id)));
}

describe('a new password', () => {
  it('[NOTIF-05] chosen by its owner notifies that account alone, with device and address', async () => {
    const others = await someoneElse();
    const user = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, user.id);
    const body = { oldPassword: testPassword, newPassword: chosen };
    const headers = { 'user-agent': firefox };
    expect((await caller('PUT', '/secure/users/profile/password', { body, headers })).statusCode).toBe(200);
    const [notice, ...more] = await told(caller);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      kind: 'passwordChanged',
      message:
        'Your password was changed on Firefox, Linux, address 127.0.0.1. If it was not you, tell a super admin at once.',
    });
    for (const other of others) expect(await told(other)).toEqual([]);
  });

  it('[NOTIF-05] set through a mailed link notifies the account too; a refused one does not', async () => {
    const user = await makeUser(server.owner, tenant);
    const otpId = await makeMailedLink(server.owner, tenant, user);
    const guest = anyone(server.app, tenant);
    const set = () => guest('POST', '/users/set-password', { body: { otpId, password: chosen } });
    expect((await set()).statusCode).toBe(200);
    expect((await set()).statusCode).toBe(422);
    const caller = await browserOf(server, tenant, user.id);
    expect(await told(caller)).toMatchObject([{ kind: 'passwordChanged' }]);
    const wrong = { body: { oldPassword: 'Wrong-pass-1', newPassword: chosen } };
    expect((await caller('PUT', '/secure/users/profile/password', wrong)).statusCode).toBe(422);
    expect((await told(caller)).length).toBe(1);
  });
});
