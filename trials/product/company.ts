// A company under the demo's names, small enough that a trial's time goes into what it tries.
import { hashPassword } from '../../apps/server/src/platform/access/password.ts';
import { openUsedStore } from '../../apps/server/src/platform/db/open-owner-store.ts';
import { demoEmails, demoPassword, demoSlug } from '../../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { readEnv } from '../../apps/server/src/env.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
} from '../../apps/server/src/testing/factories.ts';

const checkpointsOfRoute = 6;

/** In the database that the product runs for this folder: one site, one route, a super admin, guards EMP001 and on. */
export async function makeCompany(dataDir: string, guards: number): Promise<void> {
  const { owner, close } = await openUsedStore(readEnv({ DATA_DIR: dataDir }));
  try {
    const hash = await hashPassword(demoPassword);
    const tenant = await makeTenant(owner, { slug: demoSlug });
    const siteId = await makeSite(owner, tenant);
    await makeUser(owner, tenant, { email: demoEmails.superAdmin, password_hash: hash });
    const planned = [];
    for (let each = 0; each < checkpointsOfRoute; each += 1) {
      planned.push(await makeCheckpoint(owner, tenant, siteId));
    }
    await makeRoute(owner, tenant, siteId, planned);
    for (let number = 1; number <= guards; number += 1) {
      const values = { employee_id: employeeIdOf(number), secret_hash: hash, siteIds: [siteId] };
      await makeGuard(owner, tenant, values);
    }
  } finally {
    await close();
  }
}

/** Of the guard of that number, from 1 on. */
export const employeeIdOf = (number: number): string => `EMP${String(number).padStart(3, '0')}`;
