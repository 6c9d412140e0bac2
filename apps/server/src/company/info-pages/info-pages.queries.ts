import { type Insertable, sql } from 'kysely';
import type { InfoPageId } from '@watchpost/domain/info-pages';
import type { SiteScope } from '../../platform/access/caller.ts';
import { type AuditEvent, insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export interface FoundPage {
  readonly html: string;
  readonly version: number;
  readonly savedAtMs: number;
  /** Name of who saved it; null when it came with the tenant. */
  readonly savedBy: string | null;
}

export interface FoundRevision extends FoundPage {
  readonly restoredFrom: number | null;
}

export async function findPageHtml(db: Db, tenantId: string, id: InfoPageId): Promise<string | null> {
  const row = await db
    .selectFrom('app_settings')
    .select('html')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.html ?? null;
}

const savedAtMs = sql<number>`(extract(epoch FROM r.saved_at) * 1000)::bigint`.as('savedAtMs');
const savedBy = sql<string | null>`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`.as('savedBy');

export async function findPage({ db, tenantId }: SiteScope, id: InfoPageId): Promise<FoundPage | null> {
  const row = await db
    .selectFrom('app_settings as r')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.saved_by'),
    )
    .select(['r.html', 'r.version', savedAtMs, savedBy])
    .where('r.tenant_id', '=', tenantId)
    .where('r.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

function revisions({ db, tenantId }: SiteScope, id: InfoPageId) {
  return db
    .selectFrom('app_setting_revisions as r')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.saved_by'),
    )
    .select(['r.html', 'r.version', savedAtMs, savedBy, 'r.restored_from as restoredFrom'])
    .where('r.tenant_id', '=', tenantId)
    .where('r.page_id', '=', id);
}

const listedMax = 100;

/** The newest first. */
export async function listRevisions(scope: SiteScope, id: InfoPageId): Promise<FoundRevision[]> {
  return revisions(scope, id).orderBy('r.version', 'desc').limit(listedMax).execute();
}

export async function findRevision(
  scope: SiteScope,
  id: InfoPageId,
  version: number,
): Promise<FoundRevision | null> {
  return (await revisions(scope, id).where('r.version', '=', version).executeTakeFirst()) ?? null;
}

export interface NewText {
  readonly id: InfoPageId;
  readonly html: string;
  /** The version that was edited; 0 for a page that was not written yet. */
  readonly editedVersion: number;
  readonly userId: string;
  readonly restoredFrom: number | null;
}

/** Stores the next version and keeps it as a revision. False, and nothing stored, when the page has another version. */
export async function updatePage(
  { db, tenantId }: SiteScope,
  text: NewText,
  origin: AuditOrigin,
): Promise<boolean> {
  const { id, html, editedVersion, userId, restoredFrom } = text;
  const version = editedVersion + 1;
  const saved = { html, version, saved_at: new Date(), saved_by: userId, restored_from: restoredFrom };
  return db.transaction().execute(async (transaction) => {
    const page = { db: transaction, tenantId, id, editedVersion };
    await saveEdited(page);
    if (!(await storeNext(page, saved))) return false;
    await transaction
      .insertInto('app_setting_revisions')
      .values({ tenant_id: tenantId, page_id: id, ...saved })
      .execute();
    await insertAuditEntry(transaction, origin, auditEventOf(text, version));
    return true;
  });
}

interface EditedPage {
  readonly db: Db;
  readonly tenantId: string;
  readonly id: InfoPageId;
  readonly editedVersion: number;
}

/** A text that came with the tenant, or before there were revisions, becomes the first of them. */
async function saveEdited({ db, tenantId, id, editedVersion }: EditedPage): Promise<void> {
  await db
    .insertInto('app_setting_revisions')
    .columns(['tenant_id', 'page_id', 'version', 'html', 'saved_at', 'saved_by', 'restored_from'])
    .expression(
      db
        .selectFrom('app_settings')
        .select(['tenant_id', 'id', 'version', 'html', 'saved_at', 'saved_by', 'restored_from'])
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('version', '=', editedVersion),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of two that save at once the second waits here for the row, and then finds another version in it. */
async function storeNext(
  { db, tenantId, id, editedVersion }: EditedPage,
  saved: Omit<Insertable<Tables['app_settings']>, 'tenant_id' | 'id'>,
): Promise<boolean> {
  const query =
    editedVersion === 0
      ? db
          .insertInto('app_settings')
          .values({ tenant_id: tenantId, id, ...saved })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
      : db
          .updateTable('app_settings')
          .set(saved)
          .where('tenant_id', '=', tenantId)
          .where('id', '=', id)
          .where('version', '=', editedVersion)
          .returning('version');
  return (await query.executeTakeFirst()) !== undefined;
}

/** The texts themselves stay in the revisions that the numbers name. */
function auditEventOf({ id, editedVersion, restoredFrom }: NewText, version: number): AuditEvent {
  return {
    action: restoredFrom === null ? 'infoPage.saved' : 'infoPage.restored',
    subject: { id, label: id },
    before: { version: editedVersion },
    after: restoredFrom === null ? { version } : { version, restoredFrom },
  };
}
