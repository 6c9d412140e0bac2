// The demo tenant itself: its accounts, pages and settings.
import { dateFormats } from '@watchpost/domain/limits';
import type { Role } from '@watchpost/domain/permissions';
import { sql } from 'kysely';
import { insertAuditEntry } from '../platform/audit/audit.queries.ts';
import { operatorOrigin } from '../platform/audit/audit-origin.ts';
import type { Db } from '../platform/db/database.ts';
import type { Company } from './patrol-model/company.ts';
import { Random } from './patrol-model/random.ts';
import { demoEmails, demoSlug } from '../accounts/sign-in/demo-sign-ins.ts';

const name = 'Sahyadri Guarding';

const demoPages: Readonly<Record<string, string>> = {
  aboutCompany: `<h2>About ${name}</h2>
<p>${name} is a made-up security company that shows what Watchpost does. Its sixty guards keep watch over twelve premises in and around Pune: technology parks, housing societies, hospitals, a shopping centre, factories and warehouses.</p>
<p>Every round that you see was scanned checkpoint by checkpoint. None of it happened.</p>`,
  contactSupport: `<h2>Contact</h2>
<p>Control room, open day and night: <strong>+91 20 5550 0100</strong><br>E-mail: control@demo.example</p>
<p>In an emergency call 112 first.</p>`,
  faqs: `<h2>Questions</h2>
<h3>What makes a round complete?</h3>
<p>Every checkpoint of its route was scanned, whatever the order of arrival. A round that ended with one left out is incompleted.</p>
<h3>What if the phone has no network?</h3>
<p>Scans are kept on the phone with its time and sent later. Both times are kept.</p>
<h3>Why does a scan carry a remark?</h3>
<p>The phone was far from the checkpoint, its position was vague, its clock was off, or the code was typed. The scan counts all the same.</p>`,
  privacyPolicy: `<h2>Privacy policy</h2>
<p>We record who scanned which checkpoint, when, and where the phone was at that moment. Positions are taken at scans only, never between them or off duty.</p>
<p>Records are seen by the company's administrators and by the administrator of the site concerned.</p>`,
  termConditions: `<h2>Terms and conditions</h2>
<ol><li>The secret of a guard's device is personal.</li>
<li>A code is scanned at its checkpoint and is not photographed.</li>
<li>A defect or danger seen on a round is reported at once.</li></ol>`,
};

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
