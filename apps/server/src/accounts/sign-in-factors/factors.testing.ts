// Somebody in front of a browser of their own, with an authenticator app or a device of passkeys at hand.
import { authenticatorPeriodSeconds } from '@watchpost/domain/sign-in-factors';
import { generateSync } from 'otplib';
import type { LightMyRequestResponse } from 'fastify';
import { type MadeTenant, makeUser, testPassword } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, type Method, type TestApp } from '../../testing/test-app.ts';
import { type PasskeyDevice, passkeyDevice } from './passkey-device.testing.ts';

/** Of requests made in process. */
export const testOrigin = 'http://localhost';
const rpId = 'localhost';

/** The app's code; `steps` from the present one. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * authenticatorPeriodSeconds });

/** A browser that keeps cookies, with no one signed in. */
export function freshBrowser(
  server: TestApp,
  tenant: MadeTenant,
  headers: Record<string, string> = {},
): Caller {
  const cookies = new Map<string, string>();
  return async (method: Method, path, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      ...headers,
      ...(cookie === '' ? {} : { cookie }),
      ...crossSite(cookies),
      ...options.headers,
    };
    const reply = await anyone(server.app, tenant)(method, path, { ...options, headers: sent });
    for (const { name, value } of reply.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
}

function crossSite(cookies: ReadonlyMap<string, string>): Record<string, string> {
  const token = cookies.get('XSRF-TOKEN');
  return token === undefined ? {} : { 'x-xsrf-token': token };
}

export const signInAs = (browser: Caller, email: string): Promise<LightMyRequestResponse> =>
  browser('POST', '/user-signin', { body: { username: email, password: testPassword } });

export const secondStep = (
  browser: Caller,
  code: string,
  method = 'authenticator',
): Promise<LightMyRequestResponse> => browser('POST', '/user-signin/second-step', { body: { method, code } });

/** A browser that has given the right password of an account that needs more. */
export async function halfSignedIn(server: TestApp, tenant: MadeTenant, email: string): Promise<Caller> {
  const browser = freshBrowser(server, tenant);
  const reply = await signInAs(browser, email);
  if (reply.json().general?.[0]?.code !== 'secondStepNeeded') throw new Error(reply.body);
  return browser;
}

/** A user with an authenticator; the code of the present step is used up by setting it up, or the one before it. */
export async function withAuthenticator(server: TestApp, tenant: MadeTenant, values: object = {}) {
  const user = await makeUser(server.owner, tenant, values);
  const caller = await browserOf(server, tenant, user.id);
  const { secret } = (await caller('POST', '/secure/sign-in-factors/authenticator')).json();
  const confirm = () =>
    caller('PUT', '/secure/sign-in-factors/authenticator', { body: { code: codeOf(secret, -1) } });
  let reply = await confirm();
  // Where a step ended in the meantime, the code of the one before it was two steps old.
  if (reply.statusCode !== 200) reply = await confirm();
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const recoveryCodes: string[] = reply.json().recoveryCodes;
  return { ...user, caller, secret: String(secret), recoveryCodes };
}

interface Made {
  readonly origin?: string;
  readonly isVerified?: boolean;
  readonly name?: string;
}

/** Adds a passkey as the signed-in caller does. */
export async function addPasskey(
  caller: Caller,
  device: PasskeyDevice,
  { origin = testOrigin, isVerified = true, name = 'Phone' }: Made = {},
): Promise<LightMyRequestResponse> {
  const options = (await caller('POST', '/secure/sign-in-factors/passkeys/options')).json();
  const response = device.make({ challenge: options.challenge, origin, rpId, isVerified }, options.user.id);
  return caller('POST', '/secure/sign-in-factors/passkeys', { body: { name, response } });
}

export async function withPasskey(server: TestApp, tenant: MadeTenant, values: object = {}) {
  const user = await makeUser(server.owner, tenant, values);
  const caller = await browserOf(server, tenant, user.id);
  const device = passkeyDevice();
  const reply = await addPasskey(caller, device);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const recoveryCodes: string[] = reply.json().recoveryCodes;
  return { ...user, caller, device, recoveryCodes };
}

/** Signs a challenge that this browser asks for, and what the browser would send. */
export async function signedChallenge(browser: Caller, device: PasskeyDevice, more: Made = {}) {
  const { origin = testOrigin, isVerified = true } = more;
  const { challenge } = (await browser('POST', '/user-signin/passkey/options')).json();
  return { response: device.assert({ challenge, origin, rpId, isVerified }) };
}

export async function signInByPasskey(
  browser: Caller,
  device: PasskeyDevice,
  more: Made = {},
): Promise<LightMyRequestResponse> {
  return browser('POST', '/user-signin/passkey', { body: await signedChallenge(browser, device, more) });
}
