import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { BodyOf } from '@watchpost/contract/endpoint';
import type { createScheduledReport } from '@watchpost/contract/scheduled-reports';
import {
  type PauseReason,
  reportsReservedForSuperAdmins,
  reportsOfSiteMax,
  scheduledReportsMax,
} from '@watchpost/domain/scheduled-reports';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { type AuditOrigin, systemOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidInput } from '../../platform/http/app-error.ts';
import { inviteMissing } from '../../company/mail-consents/mail-consents.queries.ts';
import type { StoredReport } from './stored-report.ts';

export type ReportFields = BodyOf<typeof createScheduledReport>;

const columnsOf = (fields: ReportFields) => ({
  name: fields.name,
  site_id: fields.siteId,
  timing: JSON.stringify(fields.timing),
  contents: [...fields.contents],
  period: fields.period,
  day_start_minute: fields.dayStartMinute,
  formats: [...fields.formats],
  language: fields.language,
  sends_empty: fields.sendsEmpty,
});

const auditedFields = [
  'name',
  'siteId',
  'timing',
  'contents',
  'period',
  'dayStartMinute',
  'formats',
  'language',
  'recipients',
  'sendsEmpty',
] as const;

const audited = (fields: ReportFields) =>
  Object.fromEntries(auditedFields.map((field) => [field, fields[field]] as const));

/** The fields that a stored report would be saved with. */
export const fieldsOf = (report: StoredReport): ReportFields => ({
  ...report,
  recipients: report.recipients.map(({ email }) => email),
});

/**
 * Those who asked to be sent no more stay known, also when they are taken off the list and put on it again. Those without an
 * account are asked first; throws InvalidInput where the tenant has asked as many as it may in a day.
 */
async function writeRecipients(
  db: Db,
  origin: AuditOrigin,
  reportId: string,
  { recipients: emails, language }: Pick<ReportFields, 'recipients' | 'language'>,
): Promise<void> {
  const { tenantId } = origin;
  const own = (query: Db) =>
    query
      .deleteFrom('scheduled_report_recipients')
      .where('tenant_id', '=', tenantId)
      .where('report_id', '=', reportId);
  await own(db)
    .where('unsubscribed_at', 'is', null)
    .where('email', 'not in', [...emails])
    .execute();
  await db
    .updateTable('scheduled_report_recipients')
    .set({ place: null })
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .execute();
  await db
    .insertInto('scheduled_report_recipients')
    .values(
      emails.map((email, index) => ({
        tenant_id: tenantId,
        report_id: reportId,
        email,
        place: index,
        unsubscribe_token: randomBytes(24).toString('base64url'),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'report_id', 'email'])
        .doUpdateSet((eb) => ({ place: eb.ref('excluded.place') })),
    )
    .execute();
  const asked = { purpose: 'scheduledReports', addresses: emails, language } as const;
  if (!(await inviteMissing(db, origin, asked))) {
    throw new InvalidInput({ recipients: 'report_invitations_spent' });
  }
}

/**
 * Why so many more may not be: the tenant has as many as can be, or sub admins of the site, or of all sites, as many as are
 * for them; null where they may. Anyone who adds waits for the others until the transaction ends, so that no two take the last
 * place.
 */
export async function limitReached(scope: SiteScope, added: number): Promise<'tenant' | 'subAdmins' | null> {
  const { db: transaction, tenantId, siteId } = scope;
  const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scheduled reports ${tenantId}`}, 0))`;
  await lock.execute(transaction);
  const row = await transaction
    .selectFrom('scheduled_reports')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('site_id', '=', siteId).as('ofSite'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const all = Number(row.all) + added;
  if (siteId === null) return all > scheduledReportsMax ? 'tenant' : null;
  const isFull =
    all > scheduledReportsMax - reportsReservedForSuperAdmins ||
    Number(row.ofSite) + added > reportsOfSiteMax;
  return isFull ? 'subAdmins' : null;
}

/** Throws InvalidInput where there are as many as may be, or as many people were asked as may be in a day. */
export async function insertReport(
  { scope, userId }: ConsoleCaller,
  fields: ReportFields,
  origin: AuditOrigin,
): Promise<string> {
  const { db, tenantId } = scope;
  const id = uuidv7();
  await db.transaction().execute(async (transaction) => {
    const lack = await limitReached({ ...scope, db: transaction }, 1);
    if (lack !== null) {
      throw new InvalidInput({
        name: lack === 'tenant' ? 'reports_too_many' : 'reports_too_many_of_sub_admins',
      });
    }
    await transaction
      .insertInto('scheduled_reports')
      .values({ tenant_id: tenantId, id, ...columnsOf(fields), owner_id: userId, armed_at: sql<Date>`now()` })
      .execute();
    await writeRecipients(transaction, origin, id, fields);
    await insertAuditEntry(transaction, origin, {
      action: 'scheduledReport.created',
      subject: { id, label: fields.name },
      before: null,
      after: audited(fields),
    });
  });
  return id;
}

/**
 * The new version; null when somebody else saved since the edited one. Another timing or site begins again: what was
 * due before by the old one is none of its business.
 */
export async function updateReport(
  { scope: { db, tenantId }, userId }: ConsoleCaller,
  before: StoredReport,
  edit: { readonly fields: ReportFields; readonly version: number },
  origin: AuditOrigin,
): Promise<number | null> {
  const { fields, version } = edit;
  const changes = changedFields(audited(fieldsOf(before)), audited(fields), auditedFields);
  const isPlannedAgain = ['timing', 'siteId'].some((field) => Object.hasOwn(changes.after ?? {}, field));
  return db.transaction().execute(async (transaction) => {
    const saved = await transaction
      .updateTable('scheduled_reports')
      .set({
        ...columnsOf(fields),
        owner_id: userId,
        version: sql`version + 1`,
        updated_at: sql`now()`,
        ...(isPlannedAgain ? { armed_at: sql<Date>`now()`, events_checked_at: null } : {}),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', before.id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .returning('version')
      .executeTakeFirst();
    if (saved === undefined) return null;
    if (isPlannedAgain) await forgetEvents(transaction, tenantId, [before.id]);
    await writeRecipients(transaction, origin, before.id, fields);
    await insertAuditEntry(transaction, origin, {
      action: 'scheduledReport.changed',
      subject: { id: before.id, label: fields.name },
      ...changes,
    });
    return saved.version;
  });
}

async function forgetEvents(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('scheduled_report_events')
    .where('tenant_id', '=', tenantId)
    .where('report_id', 'in', [...ids])
    .where('run_id', 'is', null)
    .execute();
}

/** What ends with a report that is paused or deleted: its mailed links, and what it was gathering. */
export async function disarm(
  db: Db,
  tenantId: string,
  ids: readonly string[],
  reason: string = 'paused',
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('scheduled_reports')
    .set({ armed_at: null, events_checked_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute();
  await forgetEvents(db, tenantId, ids);
  await db
    .updateTable('scheduled_report_links')
    .set({ revoked_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where('run_id', 'in', (runs) =>
      runs
        .selectFrom('scheduled_report_runs')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('report_id', 'in', [...ids]),
    )
    .execute();
  await db
    .updateTable('scheduled_report_runs')
    .set({ state: 'failed', reason, finished_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('report_id', 'in', [...ids])
    .where('state', 'in', ['queued', 'making'])
    .execute();
}

/** Before the paused are resumed, or the deleted restored: they are sent on behalf of who does that. Whose ids those are. */
export async function takeOver(
  { db, tenantId, siteId }: SiteScope,
  userId: string,
  ids: readonly string[],
  which: 'paused' | 'deleted',
): Promise<string[]> {
  const taken = await db
    .updateTable('scheduled_reports')
    .set({ owner_id: userId, paused_reason: '' })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .where('activated', '=', false)
    .where('deleted_at', which === 'deleted' ? 'is not' : 'is', null)
    .$if(siteId !== null, (query) => query.where('site_id', '=', siteId))
    .returning('id')
    .execute();
  return taken.map(({ id }) => id);
}

/** A report pauses itself, and says why. */
export async function pauseReport(
  db: Db,
  tenantId: string,
  report: { readonly id: string; readonly name: string },
  reason: PauseReason,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('scheduled_reports')
      .set({ activated: false, paused_reason: reason, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', report.id)
      .where('activated', '=', true)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await disarm(transaction, tenantId, [report.id], reason);
    await insertAuditEntry(transaction, systemOrigin(tenantId), {
      action: 'scheduledReport.deactivated',
      subject: { id: report.id, label: report.name },
      before: { activated: true },
      after: { activated: false, reason },
    });
  });
}
