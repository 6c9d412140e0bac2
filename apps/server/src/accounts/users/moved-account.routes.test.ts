// What was mailed to an address is of no use once the account has another.
import { expect, it } from 'vitest';
import { makeTenant, testPassword } from '../../testing/factories.ts';
import { asking, mailingApp } from './mailed-codes.testing.ts';

const server = await mailingApp();
const tenant = await makeTenant(server.owner);
const { from, verify, mailed } = asking(server, tenant);

const set = (otpId: string) =>
  from(tenant)('POST', '/users/set-password', { body: { otpId, password: 'Brand-new-pass-7' } });
const signIn = (email: string, password: string) =>
  from(tenant)('POST', '/user-signin', { body: { username: email, password } });
const move = (id: string, email: string) =>
  server.owner.updateTable('users').set({ email }).where('id', '=', id).execute();
const refused = { statusCode: 422, code: 'grantEnded' };
const outcome = async (otpId: string) => {
  const reply = await set(otpId);
  return { statusCode: reply.statusCode, code: reply.json().general[0]?.code };
};

it('[FORGOT-04] a mailed link sets no password once the address has changed', async () => {
  const { id, email, link } = await mailed();
  await move(id, `moved-${email}`);
  expect(await outcome(link)).toEqual(refused);
  expect((await signIn(`moved-${email}`, testPassword)).statusCode).toBe(200);
});

it('[OTP-04] nor does a code, exchanged before the change or after it', async () => {
  const { id, email, otp } = await mailed();
  const { otpId } = (await verify(email, otp)).json();
  const late = await mailed();
  await move(id, `moved-${email}`);
  await move(late.id, `moved-${late.email}`);
  expect(await outcome(otpId)).toEqual(refused);
  expect(await outcome((await verify(late.email, late.otp)).json().otpId)).toEqual(refused);
  for (const each of [email, late.email])
    expect((await signIn(`moved-${each}`, testPassword)).statusCode).toBe(200);
});

it('[FORGOT-04] an address written in other letters is still the same', async () => {
  const { id, email, link } = await mailed();
  await move(id, email.toUpperCase());
  expect((await set(link)).statusCode).toBe(200);
});
