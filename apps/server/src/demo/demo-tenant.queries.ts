// The demo tenant itself: its accounts, pages and settings.
import { dateFormats } from '@watchpost/domain/limits';
import type { Role } from '@watchpost/domain/permissions';
import { sql } from 'kysely';
import { insertAuditEntry } from '../platform/audit/audit.queries.ts';
import { operatorOrigin } from '../platform/audit/audit-origin.ts';
import type { Db } from '../platform/db/database.ts';
import type { Company } from './patrol-model/company.ts';
import { Random } from './patrol-model/random.ts';
import { demoPages } from './demo-pages.ts';
import { demoEmails, demoSlug } from '../accounts/sign-in/demo-sign-ins.ts';

/** Waits for any other server that is seeding now; lasts until the transaction ends. */
export async function lockSeeding(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('watchpost demo'))`.execute(db);
}

export async function hasTenant(db: Db, slug: string): Promise<boolean> {
  const row = await db.selectFrom('tenants').select('tenant_id').where('slug', '=', slug).executeTakeFirst();
  return row !== undefined;
}

/** Companies that are made the same way for tests and benchmarks are no demo: they are served like any other. */
export async function insertTenant(db: Db, slug: string, company: Company): Promise<void> {
  await db
    .insertInto('tenants')
    .values({ tenant_id: company.id, slug, name: company.name, is_demo: slug === demoSlug })
    .execute();
  await insertAuditEntry(db, operatorOrigin(company.id), {
    action: 'tenant.created',
    subject: { id: company.id, label: company.name },
    after: { slug, name: company.name },
  });
}

interface Account {
  readonly email: string;
  readonly role: Role | null;
  readonly activated: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

const account = (
  email: string,
  role: Role | null,
  firstName: string,
  lastName: string,
  activated = true,
): Account => ({ email, role, activated, firstName, lastName });

const accounts: readonly Account[] = [
  account(demoEmails.superAdmin, 'superAdmin', 'Meera', 'Deshpande'),
  account(demoEmails.subAdmin, 'subAdmin', 'Rohan', 'Kulkarni'),
  account(demoEmails.deactivated, 'subAdmin', 'Farhan', 'Shaikh', false),
  account(demoEmails.guard, 'guard', '', ''),
  account(demoEmails.neither, null, 'Nobody', 'Anywhere'),
  account(demoEmails.controlRoom, 'superAdmin', 'Vikram', 'Rane'),
];

/** The guard account is the first guard's; both sub admins belong to the first site. */
export async function insertAccounts(db: Db, company: Company, passwordHash: string): Promise<void> {
  const random = new Random(company.seed, 'accounts');
  const [site] = company.sites;
  const [guard] = company.guards;
  if (site === undefined || guard === undefined) throw new RangeError('The demo needs a site and a guard');
  for (const { email, role, activated, ...names } of accounts) {
    const id = random.uuidV7(company.shape.openedAtMs);
    const person = role === 'guard' ? guard : names;
    await db
      .insertInto('users')
      .values({
        tenant_id: company.id,
        id,
        email,
        role,
        activated,
        password_hash: passwordHash,
        first_name: person.firstName,
        last_name: person.lastName,
        phone_number: `98${random.integer(10_000_000, 99_999_999)}`,
      })
      .execute();
    if (role === 'subAdmin') {
      await db
        .insertInto('sub_admins')
        .values({ tenant_id: company.id, user_id: id, site_id: site.id })
        .execute();
    }
    if (role === 'guard') await updateGuardAccount(db, company.id, guard.id, id, email);
  }
}

async function updateGuardAccount(
  db: Db,
  tenantId: string,
  guardId: string,
  userId: string,
  email: string,
): Promise<void> {
  await db
    .updateTable('guards')
    .set({ user_id: userId, email })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', guardId)
    .execute();
}

export async function insertSettings(db: Db, company: Company): Promise<void> {
  await db
    .insertInto('tenant_config')
    .values([
      { tenant_id: company.id, config_key: 'timeZone', config_value: company.shape.timeZone },
      { tenant_id: company.id, config_key: 'dateFormat', config_value: dateFormats.dateTime },
    ])
    .execute();
  await db
    .insertInto('app_settings')
    .values(Object.entries(demoPages).map(([id, html]) => ({ tenant_id: company.id, id, html })))
    .execute();
}
