import { sql } from 'kysely';
import { secondStepMinutes } from '@watchpost/domain/sign-in-factors';
import type { Db } from '../../platform/db/database.ts';

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

export interface StoredAuthenticator {
  readonly sealedSecret: string | null;
  /** Being set up; null when none is, or not any more. */
  readonly pendingSecret: string | null;
  readonly addedAt: Date | null;
}

export async function findAuthenticator(db: Db, owner: Owner): Promise<StoredAuthenticator | null> {
  const row = await db
    .selectFrom('authenticators')
    .select((eb) => [
      'sealed_secret as sealedSecret',
      'added_at as addedAt',
      eb
        .case()
        .when(sql<boolean>`pending_until > now()`)
        .then(eb.ref('pending_secret'))
        .end()
        .as('pendingSecret'),
    ])
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps a secret to be confirmed; one that is in use stays so until then. */
export async function insertPendingSecret(db: Db, owner: Owner, sealed: string): Promise<void> {
  const pending_until = sql<Date>`now() + make_interval(mins => ${sql.lit(secondStepMinutes)})`;
  await db
    .insertInto('authenticators')
    .values({ tenant_id: owner.tenantId, user_id: owner.userId, pending_secret: sealed, pending_until })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ pending_secret: sealed, pending_until }),
    )
    .execute();
}

/** Puts the secret that is being set up in use; false when it no longer is that one. */
export async function updateConfirmed(
  trx: Db,
  owner: Owner,
  { sealed, step }: { sealed: string; step: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('authenticators')
    .set({
      sealed_secret: sealed,
      pending_secret: null,
      pending_until: null,
      last_step: step,
      added_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('pending_secret', '=', sealed)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a time step and those before it; false when that was done already. */
export async function spendStep(db: Db, owner: Owner, step: number): Promise<boolean> {
  const row = await db
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Every secret in use. */
export async function findSealedSecrets(
  db: Db,
  tenantId: string,
): Promise<{ readonly userId: string; readonly sealed: string }[]> {
  const rows = await db
    .selectFrom('authenticators')
    .select(['user_id as userId', 'sealed_secret as sealed'])
    .where('tenant_id', '=', tenantId)
    .where('sealed_secret', 'is not', null)
    .execute();
  return rows.flatMap(({ userId, sealed }) => (sealed === null ? [] : [{ userId, sealed }]));
}

/** Unless it has become another one in the meantime. */
export async function updateSealedSecret(
  db: Db,
  { tenantId, userId }: Owner,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable('authenticators')
    .set({ sealed_secret: to })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', from)
    .execute();
}

/** False when there was none in use. */
export async function deleteAuthenticator(trx: Db, owner: Owner): Promise<boolean> {
  const row = await trx
    .deleteFrom('authenticators')
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('sealed_secret', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
