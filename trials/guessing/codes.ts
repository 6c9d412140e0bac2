// Guesses at the code that was mailed, many at once from many addresses.
import { otpTriesMax } from '@watchpost/domain/one-time-codes';
import { makeUser } from '../../apps/server/src/testing/factories.ts';
import { otpOf } from '../product/outbox.ts';
import { type Attack, atOnce, statusesOf, waitOut } from './attack.ts';

const guesses = 40;

/** Another code of as many digits. */
const wrongFor = (otp: string, by: number): string =>
  String((Number(otp) + by) % 10 ** otp.length).padStart(otp.length, '0');

export async function guessCode(attack: Attack): Promise<void> {
  const { owner, tenant, ask, newAddress, outbox, findings } = attack;
  const { id: userId, email } = await makeUser(owner, tenant);
  const request = async (number: number) => {
    await ask('POST', '/users/forgot-password', { body: { username: email }, address: newAddress() });
    return otpOf(await outbox.mailTo(email, number));
  };
  const verify = (otp: string) =>
    ask('POST', '/users/verify-otp', { body: { otp, email }, address: newAddress() });

  const first = await request(1);
  const answers = await atOnce(guesses, (at) => verify(wrongFor(first, at + 1)));
  const statuses = statusesOf(answers);
  findings.add('guesses at a mailed code', answers.length);
  findings.expect('wrong codes that were taken', statuses.get(200) ?? 0, 0);
  findings.expect(
    'wrong codes neither refused nor slowed',
    guesses - (statuses.get(422) ?? 0) - (statuses.get(429) ?? 0),
    0,
  );
  findings.atMost('guesses compared with one code', await triesOf(attack, userId), otpTriesMax);
  await waitOut(attack);
  findings.expect('the right code, after too many guesses', (await verify(first)).statusCode, 422);

  const second = await request(2);
  await atOnce(otpTriesMax - 1, (at) => verify(wrongFor(second, at + 1)));
  findings.expect('the right code as the last of its tries', (await verify(second)).statusCode, 200);
  findings.expect('the same code once more', (await verify(second)).statusCode, 422);
}

/** As counted by the product before each comparison. */
async function triesOf({ owner, tenant }: Attack, userId: string): Promise<number> {
  const codes = await owner
    .selectFrom('password_codes')
    .select('tries')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', userId)
    .execute();
  return Math.max(...codes.map(({ tries }) => tries));
}
