// What may become of a scheduled report, and what its form asks for.
import type { Language } from '@watchpost/domain/languages';
import { mayBeMailed } from '@watchpost/domain/mail-consents';
import { reportFields, type ReportRow } from '@watchpost/contract/scheduled-reports';
import { recipientEmail } from '@watchpost/contract/values';
import {
  deniedContents,
  nextSendings,
  type ReportContent,
  spanOf,
} from '@watchpost/domain/scheduled-reports';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import type { FileReply } from '../../platform/http/route.ts';
import {
  findRecipientStates,
  inviteAgain,
  inviteMissing,
} from '../../company/mail-consents/mail-consents.queries.ts';
import { refuseDeletedSites } from '../../records/sites/deleted-sites.queries.ts';
import { invitationRefusals } from '../../company/mail-consents/invitation-refusals.ts';
import { storableTexts, readsAlike } from '../../platform/managed-records/storable-texts.ts';
import type { RecordActions, WhileLocked } from '../../platform/managed-records/record-changes.queries.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import { type MadeFile, openReport } from './make-report.service.ts';
import { insertRun } from './plan-runs.queries.ts';
import {
  insertReport,
  limitReached,
  type ReportFields,
  takeOver,
  updateReport,
} from './report-changes.queries.ts';
import { findReportSite, findTenantLook } from './report-settings.queries.ts';
import { scheduledReportTable } from './report-table.ts';
import type { StoredReport } from './stored-report.ts';
import { findEmail } from './run-history.queries.ts';

type Db = SiteScope['db'];

export const scheduledReportActions: RecordActions = {
  activated: 'scheduledReport.activated',
  deactivated: 'scheduledReport.deactivated',
  deleted: 'scheduledReport.deleted',
  restored: 'scheduledReport.restored',
};

/** Throws notFound for what is not the caller's. */
export const viewStored = (scope: SiteScope, id: string): Promise<StoredReport> =>
  viewRecord<StoredReport>(scope, scheduledReportTable, id);

export function withNext(report: StoredReport, nowMs: number): ReportRow {
  const { timing, timeZone, activated } = report;
  const next = activated && timing.kind !== 'event' ? nextSendings(timing, timeZone, nowMs, 1)[0] : undefined;
  return { ...report, nextAtMs: next?.atMs ?? null };
}

/**
 * Throws notFound for a site that is not the caller's, and InvalidInput for what the caller may not see oneself:
 * a report may not tell others of it either.
 */
async function checkFields({ scope, role, switches }: ConsoleCaller, fields: ReportFields): Promise<void> {
  const { db, tenantId, siteId } = scope;
  if (siteId !== null && fields.siteId === null) throw new InvalidInput({ siteId: 'report_site_required' });
  if (siteId !== null && fields.siteId !== siteId) throw new AppError('notFound');
  const site = fields.siteId === null ? null : await findReportSite(db, tenantId, fields.siteId);
  if (fields.siteId !== null && (site === null || site.isGone)) throw new AppError('notFound');
  if (deniedContents(fields.contents, { role, switches }).length > 0) {
    throw new InvalidInput({ contents: 'report_contents_denied' });
  }
}

/** Throws notPermitted where one of the parts is of a module that the caller may not see. */
export function requireContents({ role, switches }: ConsoleCaller, contents: readonly ReportContent[]): void {
  if (deniedContents(contents, { role, switches }).length > 0) throw new AppError('notPermitted');
}

/** Throws notFound for a site that is not the caller's. */
export async function viewZone({ db, tenantId, siteId }: SiteScope, id: string | null): Promise<string> {
  if (id === null) return (await findTenantLook(db, tenantId)).timeZone;
  const site = siteId === null || siteId === id ? await findReportSite(db, tenantId, id) : null;
  if (site === null) throw new AppError('notFound');
  return site.timeZone;
}

export async function addReport(
  caller: ConsoleCaller,
  fields: ReportFields,
  origin: AuditOrigin,
): Promise<string> {
  await checkFields(caller, fields);
  return insertReport(caller, fields, origin);
}

/** Name and recipients to store; what is refused today stays where it is what is stored. Throws InvalidInput with the others. */
function keepStoredRecipients(
  { name, recipients }: Pick<ReportFields, 'name' | 'recipients'>,
  before: StoredReport,
): Pick<ReportFields, 'name' | 'recipients'> {
  const stored = before.recipients.map(({ email }) => email);
  const buffered = recipients.map((sent) => {
    const read = recipientEmail.safeParse(sent);
    return read.success ? read.data : stored.find((one) => readsAlike(recipientEmail, sent, one));
  });
  const taken = buffered.filter((one) => one !== undefined);
  if (taken.length < buffered.length) throw new InvalidInput({ recipients: 'email_pattern' });
  return {
    ...storableTexts({ name: reportFields.name }, { name }, { name: before.name }),
    recipients: taken,
  };
}

export async function editReport(
  caller: ConsoleCaller,
  id: string,
  edit: { readonly fields: ReportFields; readonly version: number },
  origin: AuditOrigin,
): Promise<number> {
  const before = await viewStored(caller.scope, id);
  const fields = { ...edit.fields, ...keepStoredRecipients(edit.fields, before) };
  await checkFields(caller, fields);
  const version = await updateReport(caller, before, { ...edit, fields }, origin);
  if (version === null) throw new AppError('editedMeanwhile');
  return version;
}

const refuseDeletedSite = refuseDeletedSites('scheduled_reports');

/** Throws siteDeleted: such a report would pause itself instead of being sent. */
export const resuming =
  ({ userId }: ConsoleCaller, ids: readonly string[]): WhileLocked =>
  async (scope) => {
    const taken = await takeOver(scope, userId, ids, 'paused');
    await refuseDeletedSite(scope.db, scope.tenantId, taken);
  };

/** Throws siteDeleted, and reportsFull or reportsFullForSubAdmins where there are as many as may be. */
export const restoring =
  ({ userId }: ConsoleCaller, ids: readonly string[]): WhileLocked =>
  async (scope) => {
    const taken = await takeOver(scope, userId, ids, 'deleted');
    await refuseDeletedSite(scope.db, scope.tenantId, taken);
    const lack = await limitReached(scope, taken.length);
    if (lack !== null) throw new AppError(lack === 'tenant' ? 'reportsFull' : 'reportsFullForSubAdmins');
  };

async function* only({ bytes }: MadeFile): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The document that the fields would make now. */
export async function previewReport(
  files: FileStore,
  caller: ConsoleCaller,
  fields: ReportFields,
  origin: AuditOrigin,
): Promise<FileReply> {
  await checkFields(caller, fields);
  const { db, tenantId } = caller.scope;
  const site = fields.siteId === null ? null : await findReportSite(db, tenantId, fields.siteId);
  const timeZone = site?.timeZone ?? (await findTenantLook(db, tenantId)).timeZone;
  const { dayStartMinute } = fields;
  const opened = await openReport(files, db, {
    ...fields,
    tenantId,
    timeZone,
    formats: ['pdf'],
    range: spanOf(fields.period, { atMs: Date.now(), zone: timeZone, dayStartMinute }),
    subjectIds: null,
    isPreview: true,
  });
  await insertAuditEntry(db, origin, {
    action: 'scheduledReport.previewed',
    subject: { id: fields.siteId ?? tenantId, label: fields.name },
    after: { contents: fields.contents, rows: opened.rows },
  });
  for await (const file of opened.files()) {
    return { fileName: file.name, mediaType: file.mediaType, chunks: only(file) };
  }
  throw new AppError('nothingToExport');
}

/** Sends the report as of now to the caller alone. */
export async function testReport(
  caller: ConsoleCaller,
  id: string,
  origin: AuditOrigin,
): Promise<{ runId: string; email: string }> {
  const report = await viewStored(caller.scope, id);
  requireContents(caller, report.contents);
  const { userId } = caller;
  const { db, tenantId } = caller.scope;
  const email = await findEmail(db, tenantId, userId);
  await requireAgreed(db, origin, email, report.language);
  const atMs = Date.now();
  const { timeZone, siteId, contents, dayStartMinute, period } = report;
  const run = {
    reportId: id,
    kind: 'test',
    occasion: `test ${uuidv7()}`,
    dueAtMs: atMs,
    range: spanOf(period, { atMs, zone: timeZone, dayStartMinute }),
    timeZone,
    siteId,
    contents,
    skipped: 0,
    testEmail: email,
  } as const;
  const runId = await db.transaction().execute(async (transaction) => {
    const inserted = await insertRun(transaction, tenantId, run);
    await insertAuditEntry(transaction, origin, {
      action: 'scheduledReport.tested',
      subject: { id, label: report.name },
      after: { email },
    });
    return inserted;
  });
  if (runId === null) throw new AppError('idReused');
  return { runId, email };
}

/** Throws addressNotAgreed where the caller's own address may be a stranger's, who is asked then. */
async function requireAgreed(db: Db, origin: AuditOrigin, email: string, language: Language): Promise<void> {
  const address = email.toLowerCase();
  const purpose = 'scheduledReports';
  const states = await findRecipientStates(db, origin.tenantId, purpose, [address]);
  if (mayBeMailed(states.get(address) ?? 'notInvited')) return;
  await db
    .transaction()
    .execute((transaction) =>
      inviteMissing(transaction, origin, { purpose, addresses: [address], language }),
    );
  throw new AppError('addressNotAgreed');
}

/** Throws notFound for who is not on the list, else why they are not asked. */
export async function inviteRecipient(
  { scope }: ConsoleCaller,
  id: string,
  address: string,
  origin: AuditOrigin,
): Promise<void> {
  const { recipients, language } = await viewStored(scope, id);
  if (!recipients.some(({ email }) => email === address)) throw new AppError('notFound');
  const outcome = await scope.db
    .transaction()
    .execute((transaction) =>
      inviteAgain(transaction, origin, { purpose: 'scheduledReports', address, language }),
    );
  if (outcome !== 'invited') throw new AppError(invitationRefusals[outcome]);
}
