import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import type { Db } from '../../platform/db/database.ts';

export interface NewTenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export interface NewSuperAdmin {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A tenant with its first super admin, both or neither. False when another tenant has the slug. As the owner. */
export async function insertTenant(owner: Db, tenant: NewTenant, admin: NewSuperAdmin): Promise<boolean> {
  try {
    await owner.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('tenants')
        .values({ tenant_id: tenant.id, slug: tenant.slug, name: tenant.name })
        .execute();
      await transaction
        .insertInto('users')
        .values({
          tenant_id: tenant.id,
          id: admin.id,
          email: admin.email,
          password_hash: admin.passwordHash,
          role: 'superAdmin',
          first_name: admin.firstName,
          last_name: admin.lastName,
        })
        .execute();
      await insertAuditEntry(transaction, operatorOrigin(tenant.id), {
        action: 'tenant.created',
        subject: { id: tenant.id, label: tenant.name },
        after: { slug: tenant.slug, name: tenant.name, superAdmin: admin.email },
      });
    });
    return true;
  } catch (error) {
    if (isDuplicate(error, 'tenants_slug_key')) return false;
    throw error;
  }
}

export async function hasTenant(owner: Db, slug: string): Promise<boolean> {
  const row = await owner
    .selectFrom('tenants')
    .select('tenant_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row !== undefined;
}
