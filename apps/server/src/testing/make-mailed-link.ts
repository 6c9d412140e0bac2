import { randomUUID } from 'node:crypto';
import { hashToken, makeToken } from '../platform/access/session-token.ts';
import type { Db } from '../platform/db/database.ts';
import type { MadeTenant } from './factories.ts';
import { hashEmail } from '../accounts/users/one-time-code.ts';

/** What stands in the mail of somebody who forgot the password. */
export async function makeMailedLink(
  owner: Db,
  tenant: MadeTenant,
  user: { readonly id: string; readonly email: string },
): Promise<string> {
  const link = makeToken();
  await owner
    .insertInto('password_codes')
    .values({
      tenant_id: tenant.id,
      id: randomUUID(),
      user_id: user.id,
      email_hash: hashEmail(user.email),
      otp_mac: Buffer.alloc(32),
      link_hash: hashToken(link),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  return link;
}
