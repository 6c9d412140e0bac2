import { CompiledQuery, sql } from 'kysely';
import type { Language } from '@watchpost/domain/languages';
import { mayBeMailed } from '@watchpost/domain/mail-consents';
import { reportLinkDays, type ReportContent, type ReportFormat } from '@watchpost/domain/scheduled-reports';
import type { SiteScope } from '../../platform/access/caller.ts';
import { hashToken, makeToken } from '../../platform/access/session-token.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { type AuditOrigin, systemOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { findRecipientStates } from '../../company/mail-consents/mail-consents.queries.ts';
import type { MailAttachment, MailValues } from '../../platform/mail/mail-content.ts';
import { queueMail } from '../../platform/mail/mail.queries.ts';
import { makeReportJob } from './report-jobs.ts';

/** A run that somebody has taken to make, with what it is made from. */
export interface ClaimedRun {
  readonly id: string;
  readonly kind: 'planned' | 'event' | 'test';
  readonly attempt: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
  readonly skipped: number;
  readonly testEmail: string | null;
  readonly subjectIds: readonly string[];
  readonly reportId: string;
  readonly name: string;
  readonly siteId: string | null;
  readonly contents: readonly ReportContent[];
  readonly formats: readonly ReportFormat[];
  readonly language: Language;
  readonly sendsEmpty: boolean;
  readonly isActive: boolean;
}

/** Whether a run was stored by a clock that was ahead: no delay between two tries is so long. */
export const isOfWrongClock = (row: string): string => `${row}.next_try_at > now() + interval '1 hour'`;

/** Takes a due run for one try; null when another has it, it is done, or its time has not come. */
export async function claimRun(db: Db, tenantId: string, id: string): Promise<ClaimedRun | null> {
  const text = `UPDATE scheduled_report_runs AS n
    SET state = 'making', attempts = n.attempts + 1, next_try_at = now() + interval '10 minutes',
      site_id = r.site_id, contents = r.contents
    FROM scheduled_reports r
    WHERE n.tenant_id = $1::uuid AND n.id = $2::uuid AND r.tenant_id = n.tenant_id AND r.id = n.report_id
      AND n.state IN ('queued', 'making') AND (n.next_try_at <= now() + interval '1 second' OR ${isOfWrongClock('n')})
    RETURNING n.id, n.kind, n.attempts::int AS attempt, n.from_ms::float8 AS "fromMs", n.to_ms::float8 AS "toMs",
      n.time_zone AS "timeZone", n.skipped, n.test_email AS "testEmail",
      ARRAY(SELECT e.subject_id::text FROM scheduled_report_events e
        WHERE e.tenant_id = n.tenant_id AND e.run_id = n.id) AS "subjectIds",
      r.id AS "reportId", r.name, r.site_id AS "siteId", r.contents, r.formats, r.language,
      r.sends_empty AS "sendsEmpty", r.activated AND r.deleted_at IS NULL AS "isActive"`;
  const { rows } = await db.executeQuery<ClaimedRun>(CompiledQuery.raw(text, [tenantId, id]));
  return rows[0] ?? null;
}

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly storageKey: string;
  readonly bytes: number;
}

/** Before the file itself is stored, so that none can be left behind unknown. */
export async function insertFile(db: Db, tenantId: string, run: ClaimedRun, file: StoredFile): Promise<void> {
  await db
    .insertInto('scheduled_report_files')
    .values({
      tenant_id: tenantId,
      id: file.id,
      run_id: run.id,
      attempt: run.attempt,
      name: file.name,
      media_type: file.mediaType,
      storage_key: file.storageKey,
      bytes: file.bytes,
    })
    .execute();
}

interface Ended {
  readonly state: 'sent' | 'empty' | 'failed';
  readonly rows: number | null;
  readonly reason?: string;
}

/** False when another try has taken the run over: what this one did counts for nothing. */
export async function endRun(db: Db, tenantId: string, run: ClaimedRun, ended: Ended): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scheduled_report_runs')
    .set({
      state: ended.state,
      row_count: ended.rows,
      reason: ended.reason ?? '',
      finished_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', run.id)
    .where('state', '=', 'making')
    .where('attempts', '=', run.attempt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Has a run made once more after a while. */
export async function delayRun(
  db: Db,
  tenantId: string,
  run: ClaimedRun,
  { reason, delayMs }: { readonly reason: string; readonly delayMs: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('scheduled_report_runs')
      .set({
        state: 'queued',
        reason,
        next_try_at: sql<Date>`now() + make_interval(secs => ${delayMs / 1000})`,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', run.id)
      .where('state', '=', 'making')
      .where('attempts', '=', run.attempt)
      .returning('next_try_at')
      .executeTakeFirst();
    if (row === undefined) return;
    const timing = { key: run.id, runAt: row.next_try_at };
    await enqueueJob(transaction, makeReportJob, { tenantId, runId: run.id }, timing);
  });
}

interface Recipient {
  readonly email: string;
  readonly unsubscribeToken: string | null;
}

/** Those of the list who have an account or agreed, as of now. */
async function findRecipients(db: Db, tenantId: string, run: ClaimedRun): Promise<Recipient[]> {
  if (run.testEmail !== null) return [{ email: run.testEmail, unsubscribeToken: null }];
  const listed = await db
    .selectFrom('scheduled_report_recipients')
    .select(['email', 'unsubscribe_token as unsubscribeToken'])
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', run.reportId)
    .where('place', 'is not', null)
    .where('unsubscribed_at', 'is', null)
    .orderBy('place')
    .execute();
  const addresses = listed.map(({ email }) => email);
  const states = await findRecipientStates(db, tenantId, 'scheduledReports', addresses);
  return listed.filter(({ email }) => mayBeMailed(states.get(email) ?? 'notInvited'));
}

export interface Outgoing {
  readonly run: ClaimedRun;
  readonly rows: number;
  /** Without what differs from reader to reader. */
  readonly values: Omit<MailValues['scheduledReport'], 'link' | 'unsubscribeLink'>;
  readonly attachments: readonly MailAttachment[];
  readonly linkOf: (token: string) => string;
  readonly unsubscribeLinkOf: (token: string) => string;
}

/** Throws where the report was moved, or holds other parts, since the run was claimed: it may have other readers. It stays as it is till the end. */
async function requireAsMade(transaction: Db, tenantId: string, run: ClaimedRun): Promise<void> {
  const text = `SELECT r.id FROM scheduled_reports r JOIN scheduled_report_runs n
      ON n.tenant_id = r.tenant_id AND n.report_id = r.id
    WHERE n.tenant_id = $1::uuid AND n.id = $2::uuid AND n.site_id IS NOT DISTINCT FROM r.site_id
      AND n.contents = r.contents FOR SHARE OF r`;
  const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, [tenantId, run.id]));
  if (rows.length === 0) throw new Error('the report was changed while it was made');
}

/**
 * Mails a made run to everybody and ends it, all of that or nothing; so each reader is sent it once. Throws where the report
 * was changed in the meantime.
 */
export async function sendRun(db: Db, tenantId: string, outgoing: Outgoing): Promise<void> {
  const { run, rows, values, attachments } = outgoing;
  await db.transaction().execute(async (transaction) => {
    await requireAsMade(transaction, tenantId, run);
    const recipients = await findRecipients(transaction, tenantId, run);
    const ended =
      recipients.length === 0
        ? ({ state: 'failed', rows, reason: 'noRecipients' } as const)
        : ({ state: 'sent', rows } as const);
    if (!(await endRun(transaction, tenantId, run, ended))) return;
    for (const { email, unsubscribeToken } of recipients) {
      const token = makeToken();
      const unsubscribeLink = unsubscribeToken === null ? null : outgoing.unsubscribeLinkOf(unsubscribeToken);
      const messageId = await queueMail(transaction, {
        tenantId,
        to: email,
        template: 'scheduledReport',
        language: run.language,
        values: { ...values, link: outgoing.linkOf(token), unsubscribeLink },
        attachments,
        unsubscribeUrl: unsubscribeLink,
      });
      await transaction
        .insertInto('scheduled_report_links')
        .values({
          tenant_id: tenantId,
          token_hash: hashToken(token),
          run_id: run.id,
          email,
          message_id: messageId,
          expires_at: sql<Date>`now() + make_interval(days => ${reportLinkDays})`,
        })
        .execute();
    }
    if (recipients.length === 0) return;
    await insertAuditEntry(transaction, systemOrigin(tenantId), {
      action: 'scheduledReport.sent',
      subject: { id: run.reportId, label: run.name },
      after: { run: run.id, kind: run.kind, rows, recipients: recipients.map(({ email }) => email) },
    });
  });
}

/** Has a failed run made again; false when there is none such within the scope. */
export async function retryRun(
  { db, siteId }: SiteScope,
  origin: AuditOrigin,
  report: { readonly id: string; readonly name: string },
  runId: string,
): Promise<boolean> {
  const { tenantId } = origin;
  return db.transaction().execute(async (transaction) => {
    const retried = await transaction
      .updateTable('scheduled_report_runs')
      .set({ state: 'queued', reason: '', next_try_at: sql<Date>`now()`, finished_at: null })
      .where('tenant_id', '=', tenantId)
      .where('report_id', '=', report.id)
      .where('id', '=', runId)
      .where('state', '=', 'failed')
      .$if(siteId !== null, (query) => query.where('site_id', '=', siteId))
      .returning('due_at_ms')
      .executeTakeFirst();
    if (retried === undefined) return false;
    await enqueueJob(transaction, makeReportJob, { tenantId, runId }, { key: runId });
    await insertAuditEntry(transaction, origin, {
      action: 'scheduledReport.retried',
      subject: { id: report.id, label: report.name },
      after: { run: runId, dueAt: new Date(retried.due_at_ms).toISOString() },
    });
    return true;
  });
}

/** Ends the links of a run that were still open; how many. Null when the report has no such run within the scope. */
export async function revokeLinks(
  { db, siteId }: SiteScope,
  origin: AuditOrigin,
  report: { readonly id: string; readonly name: string },
  runId: string,
): Promise<number | null> {
  const { tenantId } = origin;
  return db.transaction().execute(async (transaction) => {
    const run = await transaction
      .selectFrom('scheduled_report_runs')
      .select('due_at_ms')
      .where('tenant_id', '=', tenantId)
      .where('report_id', '=', report.id)
      .where('id', '=', runId)
      .$if(siteId !== null, (query) => query.where('site_id', '=', siteId))
      .executeTakeFirst();
    if (run === undefined) return null;
    const { numUpdatedRows } = await transaction
      .updateTable('scheduled_report_links')
      .set({ revoked_at: sql<Date>`now()` })
      .where('tenant_id', '=', tenantId)
      .where('run_id', '=', runId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    const links = Number(numUpdatedRows);
    await insertAuditEntry(transaction, origin, {
      action: 'scheduledReport.linksRevoked',
      subject: { id: report.id, label: report.name },
      after: { run: runId, dueAt: new Date(run.due_at_ms).toISOString(), links },
    });
    return links;
  });
}
