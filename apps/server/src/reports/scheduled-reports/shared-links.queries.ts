import { sql } from 'kysely';
import { type Language, languageOf } from '@watchpost/domain/languages';
import { hashToken } from '../../platform/access/session-token.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { findOwnDateFormat } from '../../platform/branding/date-format.queries.ts';
import type { Db } from '../../platform/db/database.ts';
import { findRecipientStates } from '../../company/mail-consents/mail-consents.queries.ts';
import { findTenantLook } from './report-settings.queries.ts';
import { type FoundFile, isFileStored } from './run-history.queries.ts';

/** A mailed link that still opens. */
export interface OpenLink {
  readonly runId: string;
  readonly email: string;
  readonly tenantName: string;
  readonly report: string;
  readonly siteName: string | null;
  readonly language: Language;
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
  readonly expiresAtMs: number;
  /** The tenant's own format of times; null while it keeps the product's. */
  readonly dateFormat: string | null;
  readonly files: readonly (FoundFile & { readonly bytes: number })[];
}

/** Null for a link that was never mailed, has ended or was revoked: they look the same. */
export async function findOpenLink(db: Db, tenantId: string, token: string): Promise<OpenLink | null> {
  const row = await db
    .selectFrom('scheduled_report_links as l')
    .innerJoin('scheduled_report_runs as n', (join) =>
      join.onRef('n.tenant_id', '=', 'l.tenant_id').onRef('n.id', '=', 'l.run_id'),
    )
    .innerJoin('scheduled_reports as r', (join) =>
      join.onRef('r.tenant_id', '=', 'n.tenant_id').onRef('r.id', '=', 'n.report_id'),
    )
    .leftJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'n.tenant_id').onRef('s.id', '=', 'n.site_id'),
    )
    .select([
      'n.id as runId',
      'n.attempts',
      'l.email',
      'r.name as report',
      's.name as siteName',
      'r.language',
      'n.from_ms as fromMs',
      'n.to_ms as toMs',
      'n.time_zone as timeZone',
      'l.expires_at as expiresAt',
    ])
    .where('l.tenant_id', '=', tenantId)
    .where('l.token_hash', '=', hashToken(token))
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { attempts, expiresAt, language, ...link } = row;
  const files = await findFiles(db, tenantId, row.runId, attempts);
  if (files.length === 0) return null;
  const dateFormat = await findOwnDateFormat(db, tenantId);
  const { name: tenantName } = await findTenantLook(db, tenantId);
  return {
    ...link,
    tenantName,
    language: languageOf(language) ?? 'en',
    expiresAtMs: expiresAt.getTime(),
    dateFormat,
    files,
  };
}

function findFiles(
  db: Db,
  tenantId: string,
  runId: string,
  attempt: number,
): Promise<OpenLink['files'][number][]> {
  return db
    .selectFrom('scheduled_report_files as f')
    .select([
      'id',
      'run_id as runId',
      'name',
      'media_type as mediaType',
      'storage_key as storageKey',
      'bytes',
    ])
    .where('tenant_id', '=', tenantId)
    .where('run_id', '=', runId)
    .where('attempt', '=', attempt)
    .where(sql.raw<boolean>(isFileStored))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** No other text can be one of ours. */
const tokenPattern = /^[\w-]+$/;

export interface Subscription {
  readonly reportId: string;
  readonly report: string;
  readonly email: string;
  readonly language: Language;
  readonly isEnded: boolean;
  /** Whether no report of the tenant is to be mailed to the address. */
  readonly isStopped: boolean;
}

export async function findSubscription(
  db: Db,
  tenantId: string,
  token: string,
): Promise<Subscription | null> {
  if (!tokenPattern.test(token)) return null;
  const row = await db
    .selectFrom('scheduled_report_recipients as p')
    .innerJoin('scheduled_reports as r', (join) =>
      join.onRef('r.tenant_id', '=', 'p.tenant_id').onRef('r.id', '=', 'p.report_id'),
    )
    .select(['r.id as reportId', 'r.name as report', 'r.language', 'p.email', 'p.unsubscribed_at as endedAt'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.unsubscribe_token', '=', token)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { endedAt, language, ...subscription } = row;
  const { email } = subscription;
  const states = await findRecipientStates(db, tenantId, 'scheduledReports', [email]);
  return {
    ...subscription,
    language: languageOf(language) ?? 'en',
    isEnded: endedAt !== null,
    isStopped: states.get(email) === 'stopped',
  };
}

/** Ends a subscription, or begins it again; doing it twice is doing it once. */
export async function setSubscribed(
  db: Db,
  origin: AuditOrigin,
  { reportId, report, email }: Subscription,
  isSubscribed: boolean,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('scheduled_report_recipients')
      .set({ unsubscribed_at: isSubscribed ? null : sql<Date>`now()` })
      .where('tenant_id', '=', origin.tenantId)
      .where('report_id', '=', reportId)
      .where('email', '=', email)
      .where('unsubscribed_at', isSubscribed ? 'is not' : 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    await insertAuditEntry(transaction, origin, {
      action: isSubscribed ? 'scheduledReport.subscribedAgain' : 'scheduledReport.unsubscribed',
      subject: { id: reportId, label: report },
      after: { email },
    });
  });
}
