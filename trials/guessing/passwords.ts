// Guesses at passwords and device secrets, many at once from many addresses, and many accounts from one.
import { randomUUID } from 'node:crypto';
import { signInLimits } from '../../apps/server/src/platform/access/sign-in-limit.queries.ts';
import { makeGuard, makeUser, testPassword } from '../../apps/server/src/testing/factories.ts';
import { sessionHeaders } from '../../apps/server/src/testing/made-sessions.ts';
import type { Answer } from '../../apps/server/src/testing/reply-shapes.ts';
import { linkSecretOf } from '../product/outbox.ts';
import { type Attack, atOnce, statusesOf, waitOut } from './attack.ts';

const guesses = 40;
const newPassword = 'Patrol-anew-7';

const signIn = ({ ask }: Attack, username: string, password: string, address: string): Promise<Answer> =>
  ask('POST', '/user-signin', { body: { username, password }, address });

/** Everything that was answered must be a wrong password or a word to slow down, with a time to wait. */
function count(
  { findings }: Attack,
  what: string,
  answers: readonly Answer[],
  max: number,
  wrong = 401,
): void {
  const statuses = statusesOf(answers);
  const checked = statuses.get(wrong) ?? 0;
  const slowed = answers.filter(({ statusCode }) => statusCode === 429);
  findings.add(`guesses at ${what}`, answers.length);
  findings.atMost(`guesses checked: ${what}`, checked, max);
  findings.expect(`${what}: guesses neither checked nor slowed`, answers.length - checked - slowed.length, 0);
  const waits = slowed.map(({ headers }) => Number(headers['retry-after']));
  // One second more where the first of them began to be counted after this one had started.
  const isSensible = (seconds: number) => seconds > 0 && seconds <= signInLimits.windowSeconds + 1;
  const strange = waits.filter((seconds) => !isSensible(seconds));
  findings.expect(`${what}: waits of slowed guesses that make no sense`, strange.join(), '');
}

/** The right password works again by itself, however long somebody goes on guessing, and at once by a mailed link. */
export async function guessPassword(attack: Attack): Promise<void> {
  const { owner, tenant, ask, newAddress, outbox, findings } = attack;
  const { email } = await makeUser(owner, tenant);
  const guess = (times: number) =>
    atOnce(times, (at) => signIn(attack, email, `Wrong-pass-${at}`, newAddress()));
  const right = async (password = testPassword) =>
    (await signIn(attack, email, password, newAddress())).statusCode;
  count(attack, 'an account', await guess(guesses), signInLimits.perAccount);
  findings.expect('the right password, while the account is guessed at', await right(), 429);
  await waitOut(attack);
  findings.expect('the right password, a quarter of an hour later', await right(), 200);
  count(attack, 'an account', await guess(guesses), signInLimits.perAccount);
  await ask('POST', '/users/forgot-password', { body: { username: email }, address: newAddress() });
  const otpId = linkSecretOf(await outbox.mailTo(email, 1));
  await ask('POST', '/users/set-password', { body: { otpId, password: newPassword }, address: newAddress() });
  findings.expect('the new password, right after a mailed link', await right(newPassword), 200);
}

export async function guessFromOneAddress(attack: Attack): Promise<void> {
  const { owner, tenant, newAddress, findings } = attack;
  const { email } = await makeUser(owner, tenant);
  const address = newAddress();
  const answers = await atOnce(guesses, (at) =>
    signIn(attack, `someone${at}@example.com`, 'Wrong-pass-1', address),
  );
  count(attack, 'many accounts from one address', answers, signInLimits.perAddress);
  const elsewhere = await signIn(attack, email, testPassword, newAddress());
  findings.expect('others at the same time, from elsewhere', elsewhere.statusCode, 200);
  await waitOut(attack);
  const later = await signIn(attack, email, testPassword, address);
  findings.expect('the same address, a quarter of an hour later', later.statusCode, 200);
}

export async function guessDeviceSecret(attack: Attack): Promise<void> {
  const { owner, tenant, ask, newAddress, findings } = attack;
  const { employeeId } = await makeGuard(owner, tenant);
  const tryAs = (secret: string, deviceId: string = randomUUID()) => {
    const body = { employeeId, secret, deviceId };
    return ask('POST', '/field/signin', { body, address: newAddress() });
  };
  const own = randomUUID();
  await tryAs(testPassword, own);
  const answers = await atOnce(guesses, (at) => tryAs(`Wrong-pass-${at}`));
  count(attack, "a guard's secret", answers, signInLimits.perAccount);
  const onOwnPhone = (await tryAs(testPassword, own)).statusCode;
  findings.expect("a guard's right secret on the own phone, while it is guessed at", onOwnPhone, 200);
  await waitOut(attack);
  findings.expect(
    "a guard's right secret, a quarter of an hour later",
    (await tryAs(testPassword)).statusCode,
    200,
  );
}

/** From within a session that was left open. */
export async function guessOldPassword(attack: Attack): Promise<void> {
  const { owner, tenant, ask, newAddress } = attack;
  const { id: userId } = await makeUser(owner, tenant);
  const headers = await sessionHeaders(owner, tenant, { userId });
  const answers = await atOnce(guesses, (at) =>
    ask('PUT', '/secure/users/profile/password', {
      body: { oldPassword: `Wrong-pass-${at}`, newPassword },
      headers,
      address: newAddress(),
    }),
  );
  const wrong = answers.find(({ statusCode }) => statusCode !== 429)?.statusCode ?? 0;
  count(attack, 'the old password, from an open session', answers, signInLimits.perAccount, wrong);
}
