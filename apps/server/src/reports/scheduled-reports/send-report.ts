// Makes a run's files and mails them; tried again when that fails, given up after some tries.
import { openSharedReport, openUnsubscribe } from '@watchpost/contract/report-runs';
import {
  reportAttachmentsMaxBytes,
  reportLinkDays,
  reportTriesMax,
} from '@watchpost/domain/scheduled-reports';
import { uuidv7 } from 'uuidv7';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { findMailedHead } from '../../patrol/evidence/mailed-head.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import { endpointAddress } from '../../platform/http/endpoint-address.ts';
import { oneLine } from '../../platform/mail/write-mail.ts';
import { type OpenedReport, openReport, ReportTooLarge } from './make-report.service.ts';
import { findPauseReason } from './plan-runs.queries.ts';
import { pauseReport } from './report-changes.queries.ts';
import { findTenantLook } from './report-settings.queries.ts';
import {
  type ClaimedRun,
  claimRun,
  delayRun,
  endRun,
  insertFile,
  sendRun,
  type StoredFile,
} from './runs.queries.ts';

export interface ReportJobSettings {
  readonly files: FileStore;
  /** What the log's heads are signed with: each mail bears the newest. */
  readonly sealing: Sealing;
  /** Address of a tenant's console. */
  readonly consoleUrl: (slug: string) => string;
  /** Pause after the first, second ... failure. */
  readonly retryDelaysMs?: readonly number[];
}

type Db = Parameters<typeof claimRun>[0];

const minute = 60_000;
const retryDelaysDefault = [minute, 5 * minute, 15 * minute];

export async function makeRun(
  settings: ReportJobSettings,
  db: Db,
  tenantId: string,
  runId: string,
): Promise<void> {
  const run = await claimRun(db, tenantId, runId);
  if (run === null) return;
  try {
    await tryRun(settings, db, tenantId, run);
  } catch (error) {
    const delays = settings.retryDelaysMs ?? retryDelaysDefault;
    const tries = run.attempt % reportTriesMax;
    const delayMs = tries === 0 ? undefined : delays[Math.min(tries, delays.length) - 1];
    const reason = error instanceof ReportTooLarge ? 'tooLarge' : oneLine(String(error));
    if (reason === 'tooLarge' || delayMs === undefined) {
      await endRun(db, tenantId, run, { state: 'failed', rows: null, reason });
    } else await delayRun(db, tenantId, run, { reason, delayMs });
  }
}

async function tryRun(settings: ReportJobSettings, db: Db, tenantId: string, run: ClaimedRun): Promise<void> {
  const isTest = run.kind === 'test';
  if (!isTest && !run.isActive) {
    await endRun(db, tenantId, run, { state: 'failed', rows: null, reason: 'paused' });
    return;
  }
  if (await isEndedWithRight(db, tenantId, run)) return;
  const opened = await openReport(settings.files, db, {
    ...run,
    tenantId,
    range: run,
    subjectIds: run.kind === 'event' ? run.subjectIds : null,
  });
  if (opened.rows === 0 && !run.sendsEmpty && !isTest) {
    await endRun(db, tenantId, run, { state: 'empty', rows: 0 });
    return;
  }
  const stored = await storeFiles(settings.files, db, { tenantId, run, opened });
  // Again: large files take minutes.
  if (await isEndedWithRight(db, tenantId, run)) return;
  await mail(settings, db, { tenantId, run, opened, stored });
}

/** What its owner may see, or who asked for a test, is asked at this very moment: a report outlives no right. */
async function isEndedWithRight(db: Db, tenantId: string, run: ClaimedRun): Promise<boolean> {
  const { reportId, testEmail } = run;
  const reason = await findPauseReason(db, tenantId, reportId, testEmail);
  if (reason === '') return false;
  if (run.kind !== 'test') await pauseReport(db, tenantId, { id: reportId, name: run.name }, reason);
  // Of a test, and where somebody else paused it at the same time.
  await endRun(db, tenantId, run, { state: 'failed', rows: null, reason });
  return true;
}

interface Made {
  readonly tenantId: string;
  readonly run: ClaimedRun;
  readonly opened: OpenedReport;
}

/** One after the other, so that no more than one is held in memory. */
async function storeFiles(files: FileStore, db: Db, { tenantId, run, opened }: Made): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for await (const { name, mediaType, bytes } of opened.files()) {
    const id = uuidv7();
    const file = { id, name, mediaType, storageKey: `reports/${run.id}/${id}`, bytes: bytes.length };
    await insertFile(db, tenantId, run, file);
    await files.put(file.storageKey, bytes, mediaType);
    stored.push(file);
  }
  return stored;
}

async function mail(
  { consoleUrl, sealing }: ReportJobSettings,
  db: Db,
  { tenantId, run, opened, stored }: Made & { readonly stored: readonly StoredFile[] },
): Promise<void> {
  const { slug } = await findTenantLook(db, tenantId);
  const base = consoleUrl(slug);
  const bytes = stored.reduce((sum, file) => sum + file.bytes, 0);
  const isAttached = bytes <= reportAttachmentsMaxBytes;
  await sendRun(db, tenantId, {
    run,
    rows: opened.rows,
    values: {
      report: run.name,
      site: opened.siteName,
      period: opened.period,
      timeZone: run.timeZone,
      figures: opened.figures,
      rows: opened.rows,
      skipped: run.skipped,
      isTest: run.kind === 'test',
      isAttached,
      linkDays: reportLinkDays,
      head: await findMailedHead(db, tenantId, sealing),
    },
    attachments: isAttached
      ? stored.map(({ storageKey, name, mediaType }) => ({ key: storageKey, name, mediaType }))
      : [],
    linkOf: (token) => endpointAddress(base, slug, openSharedReport, { token }),
    unsubscribeLinkOf: (token) => endpointAddress(base, slug, openUnsubscribe, { token }),
  });
}
