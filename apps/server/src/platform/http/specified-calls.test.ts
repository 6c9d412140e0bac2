// Every call that the specification lists, by its method, its address and the shape of its answer (A7.2).
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { anyone, type Caller, signedIn, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let email: string;
let guest: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  await makeSite(server.owner, tenant);
  email = (await makeUser(server.owner, tenant)).email;
  guest = anyone(server.app, tenant);
});

const user = () => signedIn(server.app, tenant, email);
const withMessage = { general: [{ message: expect.stringMatching(/\w/) }] };

describe('calls of no one in particular', () => {
  it('[API-02] POST /user-signin takes credentials and answers the session', async () => {
    const reply = await guest('POST', '/user-signin', { body: { username: email, password: testPassword } });
    expect([reply.statusCode, reply.json().user.email]).toEqual([200, email]);
  });

  it('[API-02] POST /users/forgot-password takes a username', async () => {
    const reply = await guest('POST', '/users/forgot-password', { body: { username: email } });
    expect([reply.statusCode, reply.json()]).toEqual([200, withMessage]);
  });

  it.each([['email'], ['phoneNum'], ['username']])(
    '[API-02] PUT /users/resend-otp takes %s and the tenant, as an admin, and answers general[0].message',
    async (field) => {
      const value = field === 'phoneNum' ? '9800000001' : `${field}@example.com`;
      const body = { [field]: value, tenantId: tenant.slug };
      const reply = await guest('PUT', '/users/resend-otp', { query: { userType: 'admin' }, body });
      expect([reply.statusCode, reply.json()]).toEqual([200, withMessage]);
      expect((await guest('PUT', '/users/resend-otp', { body })).statusCode).toBe(400);
    },
  );

  it('[API-02] POST /users/signup-otp/request takes whom the code is for', async () => {
    const reply = await guest('POST', '/users/signup-otp/request', { body: { email: 'new@example.com' } });
    expect([reply.statusCode, reply.json()]).toEqual([200, withMessage]);
  });

  it('[API-02] POST /users/verify-otp takes otp and email, and refuses a wrong one', async () => {
    const reply = await guest('POST', '/users/verify-otp', { body: { otp: '0000', email } });
    expect([reply.statusCode, reply.json().general]).toEqual([
      422,
      [{ code: 'otpInvalid', message: 'Invalid OTP' }],
    ]);
  });

  it('[API-02] POST /users/set-password takes otpId and password, and refuses an id that stands for nothing', async () => {
    const body = { otpId: 'x'.repeat(43), password: 'Some-new-pass-1' };
    const reply = await guest('POST', '/users/set-password', { body });
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([422, 'grantEnded']);
  });

  it('[API-02] GET /admin/metadata tells of the tenant', async () => {
    const reply = await guest('GET', '/admin/metadata');
    expect([reply.statusCode, reply.json().tenantSlug]).toEqual([200, tenant.slug]);
  });
});

describe('calls of somebody signed in', () => {
  it('[API-02] GET and PUT /secure/users/profile answer the profile and results.user', async () => {
    const caller = await user();
    const read = await caller('GET', '/secure/users/profile');
    expect(read.json()).toMatchObject({
      firstName: expect.any(String),
      lastName: expect.any(String),
      userDetails: { profileImage: '' },
    });
    const saved = await caller('PUT', '/secure/users/profile', { body: { profileImage: '' } });
    expect([saved.statusCode, saved.json().results.user.email]).toEqual([200, email]);
  });

  it('[API-02] PUT /secure/users/profile/password takes both passwords and answers what to say', async () => {
    const path = '/secure/users/profile/password';
    const body = { oldPassword: testPassword, newPassword: testPassword };
    const reply = await (await user())('PUT', path, { body });
    expect([reply.statusCode, reply.json()]).toEqual([200, withMessage]);
    const wrong = { oldPassword: 'Wrong-pass-1', newPassword: 'Other-pass-1' };
    const refused = await (await user())('PUT', path, { body: wrong });
    expect(refused.json().general[0].message).toBe('The old password is not right.');
  });

  it('[API-02] GET /secure/user-metadata and /secure/tenants/servicearea', async () => {
    const caller = await user();
    expect((await caller('GET', '/secure/user-metadata')).json().user.email).toBe(email);
    expect((await caller('GET', '/secure/tenants/servicearea')).json()).toMatchObject({
      centre: { latitude: expect.any(Number), longitude: expect.any(Number) },
      zoom: expect.any(Number),
      sites: [{ name: expect.any(String) }],
    });
  });

  it('[API-02] the two calls of notifications: data and limit, and unReadcount', async () => {
    const caller = await user();
    const query = { offset: '0', limit: '10' };
    const list = await caller('GET', '/secure/notification/list', { query });
    expect(list.json()).toMatchObject({ data: expect.any(Array), limit: 10 });
    expect((await caller('GET', '/secure/notification/unreadcount')).json()).toEqual({
      unReadcount: expect.any(Number),
    });
  });

  it('[API-02] DELETE /secure/signout takes nothing, and the session is over', async () => {
    const caller = await user();
    const reply = await caller('DELETE', '/secure/signout');
    expect([reply.statusCode, reply.json()]).toEqual([200, withMessage]);
    expect((await caller('GET', '/secure/user-metadata')).statusCode).toBe(401);
  });
});

describe('what a taxi product left over', () => {
  it.each(['/track-my-location/1', '/track-my-location/live/1'])(
    '[API-03] GET %s is no call',
    async (path) => {
      expect((await guest('GET', path)).statusCode).toBe(404);
      expect((await (await user())('GET', path)).statusCode).toBe(404);
    },
  );

  it('[API-03] is in no address', () => {
    const leftovers =
      /booking|driver|vehicle|fare|hotel|corporate|quotation|icon|payment|promo|surge|referral/i;
    expect(allEndpoints.map(({ path }) => path).filter((path) => leftovers.test(path))).toEqual([]);
  });
});
