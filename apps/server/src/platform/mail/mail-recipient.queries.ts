import type { Db } from '../db/database.ts';

export interface MailRecipient {
  readonly email: string;
  readonly firstName: string;
  /** Null where the account has chosen none. */
  readonly language: string | null;
  /** Of the tenant. */
  readonly slug: string;
}

export async function findMailRecipient(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<MailRecipient | null> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .select(['u.email', 'u.first_name as firstName', 'u.language', 't.slug'])
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
