// Sends queued messages, trying again while the mail server is away.
import type { AttachedFile } from './mail-transport.ts';
import type { MailAttachment } from './mail-content.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { findTenantIds } from '../jobs/tenant-ids.queries.ts';
import { readLogo } from '../branding/logo-picture.ts';
import { type JobHandler, handleJob, handleRegularly } from '../jobs/job.ts';
import { tenantByTenant } from '../jobs/tenant-by-tenant.ts';
import { inSpan, noteFailure } from '../tracing/spans.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';
import {
  claimMail,
  type ClaimedMail,
  type MailTry,
  requeueOverdue,
  updateFailed,
  updateRetry,
  updateSent,
} from './mail.queries.ts';
import { logoAddress, oneLine } from './write-mail.ts';
import { sendMailJob } from './send-mail-job.ts';

export interface MailSettings {
  /** Where the logo lies that goes along. */
  readonly files: FileStore;
  readonly transport: MailTransport;
  /** Address of the sender; its name is the tenant's. */
  readonly fromAddress: string;
  /** Pause after the first, second ... failure; after the last the message is given up. */
  readonly retryDelaysMs?: readonly number[];
}

const minute = 60_000;
/** Together about a day and a half. */
const retryDelaysDefault = [0.5, 1, 2, 5, 10, 20, 30, 60, 60, 120, 240, 480, 960].map(
  (each) => each * minute,
);

export function mailJobs(settings: MailSettings): JobHandler[] {
  const delays = settings.retryDelaysMs ?? retryDelaysDefault;
  return [
    handleJob(sendMailJob, async ({ tenantId, messageId }, db) => {
      const mail = await claimMail(db, tenantId, messageId);
      if (mail === null) return;
      const attributes = { 'watchpost.mail.kind': mail.template, 'watchpost.mail.attempt': mail.attempts };
      await inSpan('mail', { kind: 'client', attributes }, async (span) => {
        const tried = { tenantId, id: messageId, attempts: mail.attempts };
        const result = await trySending(settings, db, { mail, tried, delayMs: delays[mail.attempts - 1] });
        span.setAttribute('watchpost.mail.result', result.kind);
        if (result.error !== undefined) noteFailure(span, result.error);
      });
    }),

    handleRegularly('requeueOverdueMail', '* * * * *', async (database) =>
      tenantByTenant(await findTenantIds(database.shared), (tenantId) =>
        requeueOverdue(database.forTenant(tenantId), tenantId),
      ),
    ),
  ];
}

type Db = Parameters<typeof claimMail>[0];

interface Sending {
  readonly mail: ClaimedMail;
  readonly tried: MailTry;
  /** Pause before the next try; undefined after the last. */
  readonly delayMs: number | undefined;
}

interface SendingResult {
  readonly kind: 'sent' | 'triedAgainLater' | 'givenUp';
  /** Why it was not sent. */
  readonly error?: unknown;
}

/** Hands a message over once, and stores what became of it. */
async function trySending(
  { transport, files, fromAddress }: MailSettings,
  db: Db,
  { mail, tried, delayMs }: Sending,
): Promise<SendingResult> {
  const { tenantId, id } = tried;
  try {
    const logo = mail.html.includes(logoAddress) ? await readLogo(files, db, tenantId) : null;
    const attachments = await readAttachments(files, mail.attachments);
    const from = { name: oneLine(mail.brandName), address: fromAddress };
    await transport.send({ ...mail, id, from, to: mail.recipient, logo, attachments });
  } catch (error) {
    const reason = oneLine(error instanceof Error ? error.message : String(error));
    if (error instanceof MailRefused || delayMs === undefined) {
      await updateFailed(db, tried, reason);
      return { kind: 'givenUp', error };
    }
    await updateRetry(db, tried, { reason, delayMs });
    return { kind: 'triedAgainLater', error };
  }
  await updateSent(db, tried);
  return { kind: 'sent' };
}

/** Those whose file is gone by now are left out: the message says where else it lies. */
async function readAttachments(
  files: FileStore,
  attachments: readonly MailAttachment[],
): Promise<AttachedFile[]> {
  const read: AttachedFile[] = [];
  for (const { key, name, mediaType } of attachments) {
    const bytes = await files.get(key);
    if (bytes !== null) read.push({ name, mediaType, bytes });
  }
  return read;
}
