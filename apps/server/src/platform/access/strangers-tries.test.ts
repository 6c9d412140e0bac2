// Strangers who guess lock no one out who was here before, and learn nothing by it.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { otpMailsPerHour } from '@watchpost/domain/one-time-codes';
import { mailingApp, type MailingApp } from '../../accounts/users/mailed-codes.testing.ts';
import {
  makeGuard,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
  testPassword,
} from '../../testing/factories.ts';
import { SigningPhone } from '../../testing/signing-phone.ts';
import { signInLimits } from './sign-in-limit.queries.ts';

let server: MailingApp;
let tenant: MadeTenant;
let lastAddress = 0;
const newAddress = () => `10.1.${Math.floor((lastAddress += 1) / 250)}.${lastAddress % 250}`;

beforeAll(async () => {
  server = await mailingApp();
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
});

const send = (path: string, payload: object, remoteAddress = newAddress(), cookie = '') =>
  server.app.inject({
    method: 'POST',
    url: `/api/${tenant.slug}${path}`,
    remoteAddress,
    payload,
    headers: { cookie },
  });

/** A browser that keeps the cookie by which it is known. */
function browser() {
  let cookie = '';
  return async (path: string, payload: object, address?: string) => {
    const reply = await send(path, payload, address, cookie);
    const given = reply.cookies.find(({ name }) => name === 'watchpost_device');
    if (given !== undefined) cookie = `${given.name}=${given.value}`;
    return reply;
  };
}

const signIn = (username: string, password = testPassword) => ({ username, password });
const wrong = (username: string) => signIn(username, 'Wrong-pass-1');
const lockAccount = (username: string) =>
  Promise.all(
    Array.from({ length: signInLimits.perAccount + 2 }, () => send('/user-signin', wrong(username))),
  );
const lockAddress = (address: string) =>
  Promise.all(
    Array.from({ length: signInLimits.perAddress + 2 }, (_, at) =>
      send('/user-signin', wrong(`someone${at}@example.com`), address),
    ),
  );

describe('a browser that an account was used with', () => {
  test('[TRUTH-12] is let in while strangers guess at the account and behind its address', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const own = browser();
    const address = newAddress();
    expect((await own('/user-signin', signIn(email), address)).statusCode).toBe(200);
    await lockAccount(email);
    await lockAddress(address);
    expect((await send('/user-signin', signIn(email))).statusCode).toBe(429);
    expect((await own('/user-signin', signIn(email), address)).statusCode).toBe(200);
  });

  test('[TRUTH-12] has few tries of its own, and they are of that account alone', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const { email: colleague } = await makeUser(server.owner, tenant);
    const own = browser();
    await own('/user-signin', signIn(email));
    const tries = await Promise.all(
      Array.from({ length: signInLimits.perKnown + 3 }, () => own('/user-signin', wrong(email))),
    );
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(signInLimits.perKnown);
    expect((await own('/user-signin', signIn(email))).statusCode).toBe(429);
    // They used up nothing of what strangers, or the owner elsewhere, have.
    expect((await send('/user-signin', signIn(email))).statusCode).toBe(200);
    await lockAccount(colleague);
    expect((await own('/user-signin', signIn(colleague))).statusCode).toBe(429);
  });

  test('[TRUTH-12] is not one that made its cookie up, nor a program that calls itself the same', async () => {
    const { email } = await makeUser(server.owner, tenant);
    await send('/user-signin', { ...signIn(email), wantsToken: true }, '10.9.9.9');
    await lockAccount(email);
    const madeUp = await send(
      '/user-signin',
      signIn(email),
      newAddress(),
      `watchpost_device=${'x'.repeat(43)}`,
    );
    expect(madeUp.statusCode).toBe(429);
    const program = await send('/user-signin', { ...signIn(email), wantsToken: true }, '10.9.9.9');
    expect(program.statusCode).toBe(429);
  });

  test('[TRUTH-12] can ask for a code while strangers use up those of the address', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const own = browser();
    await own('/user-signin', signIn(email));
    for (let at = 0; at < signInLimits.perAccount + 2; at += 1)
      await send('/users/forgot-password', { username: email });
    await server.idle();
    const before = (await server.mailsTo(email, otpMailsPerHour)).length;
    expect(before).toBe(otpMailsPerHour);
    expect((await own('/users/forgot-password', { username: email })).statusCode).toBe(200);
    await server.mailsTo(email, otpMailsPerHour + 1);
  });

  test('[TRUTH-12] becomes one by a mailed link, however long strangers go on', async () => {
    const { email } = await makeUser(server.owner, tenant);
    await lockAccount(email);
    await send('/users/forgot-password', { username: email });
    const [mail] = await server.mailsTo(email, 1);
    const otpId = /reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const own = browser();
    const password = 'another good Pass1'.replaceAll(' ', '-');
    expect((await own('/users/set-password', { otpId, password })).statusCode).toBe(200);
    await lockAccount(email);
    expect((await send('/user-signin', signIn(email, password))).statusCode).toBe(429);
    expect((await own('/user-signin', signIn(email, password))).statusCode).toBe(200);
  });
});

describe('a browser that a colleague signed in with', () => {
  test('[TRUTH-12] lets in others of the company while strangers guess behind its address, within the tries of each account', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const { email: colleague } = await makeUser(server.owner, tenant);
    const own = browser();
    const address = newAddress();
    expect((await own('/user-signin', signIn(email), address)).statusCode).toBe(200);
    await lockAddress(address);
    expect((await send('/user-signin', signIn(colleague), address)).statusCode).toBe(429);
    expect((await own('/user-signin', signIn(colleague), address)).statusCode).toBe(200);
    const { email: third } = await makeUser(server.owner, tenant);
    await lockAccount(third);
    expect((await own('/user-signin', signIn(third), address)).statusCode).toBe(429);
  });

  test('[TRUTH-12] is of that company alone, and guesses no more than an address does', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const own = browser();
    await own('/user-signin', signIn(email));
    const tries = [];
    for (let at = 0; at < signInLimits.perAddress + 2; at += 1)
      tries.push(await own('/user-signin', wrong(`someone${at}@example.com`)));
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(signInLimits.perAddress);
    tenant = await makeTenant(server.owner);
    const { email: elsewhere } = await makeUser(server.owner, tenant);
    const address = newAddress();
    await lockAddress(address);
    expect((await own('/user-signin', signIn(elsewhere), address)).statusCode).toBe(429);
  });
});

describe('a phone that a guard used', () => {
  const secret = testPassword;
  const keyOf = () => `04${randomUUID().replaceAll('-', '').repeat(4)}`;
  const fieldSignIn = (employeeId: string, phone: object, address?: string, typed = secret) =>
    send('/field/signin', { employeeId, secret: typed, ...phone }, address);
  const guard = async () => {
    const siteId = await makeSite(server.owner, tenant);
    return makeGuard(server.owner, tenant, { siteIds: [siteId] });
  };
  const guess = (employeeId: string, times: number, address?: string) =>
    Promise.all(
      Array.from({ length: times }, () =>
        fieldSignIn(employeeId, { deviceId: randomUUID() }, address, 'wrong-wrong-wrong'),
      ),
    );

  test.each([
    ['with a key', () => ({ deviceId: randomUUID(), publicKey: keyOf() })],
    ['that keeps no keys', () => ({ deviceId: randomUUID() })],
  ])(
    '[TRUTH-12] %s is let in while strangers guess at its guard, and a new one waits',
    async (_, makePhone) => {
      const { employeeId } = await guard();
      const phone = makePhone();
      expect((await fieldSignIn(employeeId, phone)).statusCode).toBe(200);
      const tried = await guess(employeeId, signInLimits.perAccount + 2);
      expect(tried.filter(({ statusCode }) => statusCode === 401)).toHaveLength(signInLimits.perAccount);
      expect((await fieldSignIn(employeeId, { deviceId: randomUUID() })).statusCode).toBe(429);
      expect((await fieldSignIn(employeeId, phone)).statusCode).toBe(200);
    },
  );

  test('[TRUTH-12] is not known by its id without its key', async () => {
    const { employeeId } = await guard();
    const phone = { deviceId: randomUUID(), publicKey: keyOf() };
    await fieldSignIn(employeeId, phone);
    await guess(employeeId, signInLimits.perAccount + 2);
    const { deviceId } = phone;
    expect((await fieldSignIn(employeeId, { deviceId })).statusCode).toBe(429);
    expect((await fieldSignIn(employeeId, { deviceId, publicKey: keyOf() })).statusCode).toBe(429);
  });

  test('[TRUTH-12] that has proved its key is known by that proof alone', async () => {
    const { employeeId } = await guard();
    const phone = new SigningPhone(server.app, tenant);
    await phone.signIn(employeeId);
    await guess(employeeId, signInLimits.perAccount + 2);
    const { deviceId } = phone;
    const publicKey = phone.keys.get(employeeId)?.publicKey ?? '';
    expect((await fieldSignIn(employeeId, { deviceId, publicKey })).statusCode).toBe(429);
    await phone.signIn(employeeId);
  });

  test('[TRUTH-12] thirty wrong secrets behind one address leave known phones and the console alone', async () => {
    const { employeeId } = await guard();
    const { email } = await makeUser(server.owner, tenant);
    const address = newAddress();
    const phone = { deviceId: randomUUID(), publicKey: keyOf() };
    await fieldSignIn(employeeId, phone, address);
    await Promise.all(
      Array.from({ length: signInLimits.perAddress + 2 }, (_, at) => guess(`UNKNOWN${at}`, 1, address)),
    );
    expect((await fieldSignIn(employeeId, { deviceId: randomUUID() }, address)).statusCode).toBe(429);
    expect((await fieldSignIn(employeeId, phone, address)).statusCode).toBe(200);
    expect((await send('/user-signin', signIn(email), address)).statusCode).toBe(200);
  });

  test('[TRUTH-12] lets in the guards of the next shift while thirty wrong secrets come from behind the address', async () => {
    const [first, next] = [await guard(), await guard()];
    const address = newAddress();
    const phone = { deviceId: randomUUID(), publicKey: keyOf() };
    expect((await fieldSignIn(first.employeeId, phone, address)).statusCode).toBe(200);
    await Promise.all(
      Array.from({ length: signInLimits.perAddress + 2 }, (_, at) => guess(`UNKNOWN${at}`, 1, address)),
    );
    expect((await fieldSignIn(next.employeeId, { deviceId: randomUUID() }, address)).statusCode).toBe(429);
    expect((await fieldSignIn(next.employeeId, { ...phone, publicKey: keyOf() }, address)).statusCode).toBe(
      200,
    );
  });

  test('[TRUTH-12] thirty wrong passwords behind one address leave every phone alone', async () => {
    const { employeeId } = await guard();
    const address = newAddress();
    await lockAddress(address);
    expect((await fieldSignIn(employeeId, { deviceId: randomUUID() }, address)).statusCode).toBe(200);
  });
});

test('[TRUTH-12] wrong pairing codes of screens behind an address leave the console alone', async () => {
  const { email } = await makeUser(server.owner, tenant);
  const address = newAddress();
  const tried = await Promise.all(
    Array.from({ length: signInLimits.perAddress + 2 }, () =>
      send('/screens/pair', { pairingCode: 'ABCD1234' }, address),
    ),
  );
  expect(tried.some(({ statusCode }) => statusCode === 429)).toBe(true);
  expect((await send('/user-signin', signIn(email), address)).statusCode).toBe(200);
});
