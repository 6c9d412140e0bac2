// Names with and without an account, of one length, each used once at a door.
import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../apps/server/src/platform/access/password.ts';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import { type MadeTenant, makeGuard, testPassword } from '../../apps/server/src/testing/factories.ts';

export interface Names {
  readonly known: readonly string[];
  readonly deactivated: readonly string[];
  readonly unknown: readonly string[];
  readonly knownGuard: readonly string[];
  readonly unknownGuard: readonly string[];
}

const guardsAtOnce = 4;

/** So many of each. */
export async function makeNames(owner: Db, tenant: MadeTenant, count: number): Promise<Names> {
  const numbered = (prefix: string, suffix = '') =>
    Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(5, '0')}${suffix}`);
  const known = numbered('kn', '@example.com');
  const deactivated = numbered('de', '@example.com');
  const knownGuard = numbered('KG');
  const password_hash = await hashPassword(testPassword);
  const userOf = (email: string, activated: boolean) => ({
    tenant_id: tenant.id,
    id: randomUUID(),
    email,
    password_hash,
    role: 'superAdmin' as const,
    first_name: 'Asha',
    last_name: 'Kale',
    activated,
  });
  const users = [
    ...known.map((email) => userOf(email, true)),
    ...deactivated.map((email) => userOf(email, false)),
  ];
  await owner.insertInto('users').values(users).execute();
  for (let at = 0; at < knownGuard.length; at += guardsAtOnce) {
    const some = knownGuard.slice(at, at + guardsAtOnce);
    await Promise.all(some.map((employee_id) => makeGuard(owner, tenant, { employee_id })));
  }
  return {
    known,
    deactivated,
    unknown: numbered('un', '@example.com'),
    knownGuard,
    unknownGuard: numbered('UG'),
  };
}
