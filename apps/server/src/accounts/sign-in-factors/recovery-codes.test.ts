import { hashRaw } from '@node-rs/argon2';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeTenant } from '../../testing/factories.ts';
import { testApp, testSecret } from '../../testing/test-app.ts';
import { halfSignedIn, secondStep, withAuthenticator } from './factors.testing.ts';

it('recovery codes are kept salted and slow, and those that were kept otherwise before stay good', async () => {
  const server = await testApp();
  const tenant = await makeTenant(server.owner);
  const user = await withAuthenticator(server, tenant);
  const [code = '', old = ''] = user.recoveryCodes.map((shown) => shown.replace('-', ''));
  const macOf = (bare: string) => testSecret.mac('recovery code', `${user.id} ${bare}`);
  const rows = await server.owner
    .selectFrom('recovery_codes')
    .select(['code_mac', 'salt'])
    .where('user_id', '=', user.id)
    .execute();
  const salt = rows[0]?.salt ?? Buffer.alloc(0);
  expect(salt.length).toBeGreaterThanOrEqual(16);
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt };
  const slow = await hashRaw(macOf(code), cost);
  expect(rows.some((row) => row.code_mac.equals(slow))).toBe(true);
  // As the version before kept it.
  await sql`UPDATE recovery_codes SET code_mac = ${macOf(old)}, salt = NULL
    WHERE user_id = ${user.id} AND code_mac = ${await hashRaw(macOf(old), cost)}`.execute(server.owner);
  for (const bare of [old, code]) {
    const browser = await halfSignedIn(server, tenant, user.email);
    expect((await secondStep(browser, bare, 'recoveryCode')).statusCode).toBe(200);
  }
});
