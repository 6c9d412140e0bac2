// Guessing passwords: how many guesses reach the password check, and who else feels it.
import type * as argon2 from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInLimits } from '../../platform/access/sign-in-limit.queries.ts';
import { makeGuard, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

// The real argon2, with its calls counted.
const { checked } = vi.hoisted(() => ({ checked: { count: 0 } }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return {
    ...real,
    verify: (...args: Parameters<typeof real.verify>) => {
      checked.count += 1;
      return real.verify(...args);
    },
  };
});

/** Of the account's password and of a guard's secret. */
const checksOfGuess = 2;

let server: TestApp;
let tenant: MadeTenant;
let lastAddress = 0;
const newAddress = () => `10.0.${Math.floor((lastAddress += 1) / 250)}.${lastAddress % 250}`;

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  checked.count = 0;
});

const signIn = (username: string, password: string, remoteAddress: string, at: MadeTenant = tenant) =>
  server.app.inject({
    method: 'POST',
    url: `/api/${at.slug}/user-signin`,
    remoteAddress,
    payload: { username, password },
  });

async function guess(username: string, times: number, address: () => string) {
  const replies = await Promise.all(
    Array.from({ length: times }, (_, at) => signIn(username, `Wrong-pass-${at}`, address())),
  );
  const of = (status: number) => replies.filter((reply) => reply.statusCode === status);
  return { failed: of(401), slowed: of(429), count: replies.length };
}

const endWindow = () =>
  server.owner
    .updateTable('sign_in_failures')
    .set({ window_started_at: new Date(Date.now() - signInLimits.windowSeconds * 1_000 - 1_000) })
    .where('tenant_id', '=', tenant.id)
    .execute();

describe.each([
  ['an account', true],
  ['an address that no account bears', false],
])('guessing the password of %s', (_what, exists) => {
  const name = async () => (exists ? (await makeUser(server.owner, tenant)).email : 'stranger@example.com');

  it('[SIGN-12] lets 10 of 40 parallel guesses reach the password check, slows the rest and says for how long', async () => {
    const username = await name();
    const { failed, slowed, count } = await guess(username, 40, newAddress);
    expect([count, failed.length, slowed.length]).toEqual([40, 10, 30]);
    expect(checked.count).toBe(10 * checksOfGuess);
    for (const reply of slowed) {
      expect(reply.json().general).toEqual([expect.objectContaining({ code: 'slowDown' })]);
      const seconds = Number(reply.headers['retry-after']);
      expect(seconds).toBeGreaterThan(signInLimits.windowSeconds - 120);
      expect(seconds).toBeLessThanOrEqual(signInLimits.windowSeconds);
    }
    expect((await signIn(username, testPassword, newAddress())).statusCode).toBe(429);
    await endWindow();
    expect((await signIn(username, testPassword, newAddress())).statusCode).toBe(exists ? 200 : 401);
  });
});

describe('the limits', () => {
  it('[SIGN-12] [SIGN-13] every guess costs the same checks, whether or not an account or a guard has the address', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const ofGuard = 'guard@example.com';
    await makeGuard(server.owner, tenant, { email: ofGuard });
    for (const username of [email, ofGuard, 'stranger@example.com', 'stranger@example.com']) {
      checked.count = 0;
      expect((await signIn(username, 'Wrong-pass-1', newAddress())).statusCode).toBe(401);
      expect(checked.count).toBe(checksOfGuess);
    }
  });

  it('[SIGN-13] a guess at the secret of a guard is counted, and answered as at an address of no one', async () => {
    const ofGuard = 'patrol@example.com';
    await makeGuard(server.owner, tenant, { email: ofGuard });
    const seen = async (username: string) => {
      const { statusCode, body } = await signIn(username, 'Wrong-pass-1', newAddress());
      return [statusCode, body.replace(/"requestId":"[^"]*"/, '')];
    };
    expect(await seen(ofGuard)).toEqual(await seen('no-one@example.com'));
    const { failed, slowed } = await guess(ofGuard, 12, newAddress);
    expect([failed.length, slowed.length]).toEqual([9, 3]);
    expect((await signIn(ofGuard, testPassword, newAddress())).statusCode).toBe(429);
  });

  it('[SIGN-12] guesses at one account leave other accounts and other tenants alone', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const { email: colleague } = await makeUser(server.owner, tenant);
    const other = await makeTenant(server.owner);
    await makeUser(server.owner, other, { email });
    await guess(email.toUpperCase(), 12, newAddress);
    expect((await signIn(email, testPassword, newAddress())).statusCode).toBe(429);
    expect((await signIn(colleague, testPassword, newAddress())).statusCode).toBe(200);
    expect((await signIn(email, testPassword, newAddress(), other)).statusCode).toBe(200);
  });

  it('[SIGN-12] an address that guesses at many accounts is slowed for all of them, and no other address', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const address = newAddress();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, at) => signIn(`someone${at}@example.com`, 'Wrong-pass-1', address)),
    );
    expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(signInLimits.perAddress);
    expect(checked.count).toBe(signInLimits.perAddress * checksOfGuess);
    expect((await signIn(email, testPassword, address)).statusCode).toBe(429);
    expect((await signIn(email, testPassword, newAddress())).statusCode).toBe(200);
  });

  it('[SIGN-12] guesses from one network of IPv6 share one count, and IPv4 written as IPv6 that of IPv4', async () => {
    const guessFrom = (address: (at: number) => string) =>
      Promise.all(
        Array.from({ length: 40 }, (_, at) => signIn(`one${at}@example.com`, 'Wrong-pass-1', address(at))),
      );
    const both = [
      (at: number) => `2001:db8:7:1:${at.toString(16)}::${at.toString(16)}`,
      (at: number) => (at % 2 === 0 ? '198.51.100.4' : '::ffff:198.51.100.4'),
    ];
    for (const address of both) {
      const replies = await guessFrom(address);
      expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(signInLimits.perAddress);
    }
    const { email } = await makeUser(server.owner, tenant);
    expect((await signIn(email, testPassword, '2001:db8:7:1::ffff')).statusCode).toBe(429);
    expect((await signIn(email, testPassword, '2001:db8:7:2::1')).statusCode).toBe(200);
  });

  it('[SIGN-12] right passwords use nothing up, however many come one after another or at once', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const address = newAddress();
    for (let at = 0; at < 12; at += 1) {
      expect((await signIn(email, testPassword, address)).statusCode).toBe(200);
    }
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => signIn(email, testPassword, address)));
    expect(atOnce.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it('[SIGN-12] a window that has ended is forgotten', async () => {
    const { email } = await makeUser(server.owner, tenant);
    await guess('stranger@example.com', 3, newAddress);
    await endWindow();
    expect((await signIn(email, testPassword, newAddress())).statusCode).toBe(200);
    const left = await server.owner
      .selectFrom('sign_in_failures')
      .select('failures')
      .where('tenant_id', '=', tenant.id)
      .execute();
    expect(left.map((row) => row.failures)).toEqual([0, 0]);
  });
});
