// Whatever is stored sealed, from a server secret of before to the one in use.
import type { ServerSecret } from './platform/access/server-secret.ts';
import type { Db } from './platform/db/database.ts';
import { findTenantIds } from './platform/jobs/tenant-ids.queries.ts';
import { resealPushKeys } from './company/push/push-keys.queries.ts';
import { resealAuthenticators } from './accounts/sign-in-factors/authenticator.service.ts';
import { resealProvider } from './accounts/sign-in-providers/provider-sign-in.service.ts';

const kinds = [resealPushKeys, resealAuthenticators, resealProvider];

/**
 * As the owner, for the serving role may not change push keys. Resolves with how many texts were sealed again; with no
 * secret of before there is nothing to do.
 */
export async function resealStored(owner: Db, secret: ServerSecret): Promise<number> {
  if (secret.former.length === 0) return 0;
  let sealed = 0;
  for (const tenantId of await findTenantIds(owner)) {
    for (const seal of kinds) sealed += await seal(owner, tenantId, secret);
  }
  return sealed;
}
