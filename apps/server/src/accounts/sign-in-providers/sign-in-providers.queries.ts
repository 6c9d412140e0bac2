import { sql } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { ChangedFields } from '../../platform/audit/changed-fields.ts';

type Db = SiteScope['db'];

export interface StoredProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: string;
  readonly scopes: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly version: number;
}

export async function findProvider(db: Db, tenantId: string): Promise<StoredProvider | null> {
  const row = await db
    .selectFrom('sign_in_providers')
    .select([
      'issuer',
      'client_id as clientId',
      'client_secret as sealedSecret',
      'scopes',
      'label',
      'is_on as isOn',
      'version',
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ?? null;
}

/** The same secret in another form, which is no change of the provider; unless it has become another one in the meantime. */
export async function updateSealedSecret(
  db: Db,
  tenantId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable('sign_in_providers')
    .set({ client_secret: to })
    .where('tenant_id', '=', tenantId)
    .where('client_secret', '=', from)
    .execute();
}

export async function countLinks({ db, tenantId }: SiteScope): Promise<number> {
  const row = await db
    .selectFrom('provider_identities')
    .select(({ fn }) => fn.countAll().as('links'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(row.links);
}

export interface ProviderChange {
  readonly provider: Omit<StoredProvider, 'version'>;
  /** The version that was edited; 0 when there was none. */
  readonly editedVersion: number;
  /** Whether people of the provider are to be recognised again. */
  readonly forgetsLinks: boolean;
  readonly changes: ChangedFields;
}

/** False, and nothing stored, when somebody else saved since the edited version. */
export async function saveProvider(
  { db, tenantId }: SiteScope,
  { provider, editedVersion, forgetsLinks, changes }: ProviderChange,
  origin: AuditOrigin,
): Promise<boolean> {
  const values = {
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.sealedSecret,
    scopes: provider.scopes,
    label: provider.label,
    is_on: provider.isOn,
  };
  return db.transaction().execute(async (transaction) => {
    const saved =
      editedVersion === 0
        ? await transaction
            .insertInto('sign_in_providers')
            .values({ tenant_id: tenantId, ...values })
            .onConflict((conflict) => conflict.doNothing())
            .returning('version')
            .executeTakeFirst()
        : await transaction
            .updateTable('sign_in_providers')
            .set({ ...values, version: sql`version + 1` })
            .where('tenant_id', '=', tenantId)
            .where('version', '=', editedVersion)
            .returning('version')
            .executeTakeFirst();
    if (saved === undefined) return false;
    if (forgetsLinks) {
      await transaction.deleteFrom('provider_identities').where('tenant_id', '=', tenantId).execute();
    }
    await insertAuditEntry(transaction, origin, {
      action: 'settings.signInChanged',
      subject: { id: tenantId, label: provider.label },
      ...changes,
    });
    return true;
  });
}

/** Who of the provider somebody is. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
}

export async function findLinkedUserId(
  db: Db,
  tenantId: string,
  { issuer, subject }: ProviderPerson,
): Promise<string | null> {
  const row = await db
    .selectFrom('provider_identities')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** False when the account, or the person, is linked to another already. */
export async function insertLink(
  db: Db,
  tenantId: string,
  { issuer, subject }: ProviderPerson,
  userId: string,
): Promise<boolean> {
  const row = await db
    .insertInto('provider_identities')
    .values({ tenant_id: tenantId, issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined || (await findLinkedUserId(db, tenantId, { issuer, subject })) === userId;
}
