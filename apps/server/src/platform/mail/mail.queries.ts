import { CompiledQuery, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { toConfig } from '@watchpost/domain/tenant-settings';
import { findLogo } from '../branding/tenant-logo.queries.ts';
import type { Db } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.queries.ts';
import {
  carriesSecret,
  type MailAttachment,
  type MailTemplate,
  mailTemplates,
  type MailValues,
} from './mail-content.ts';
import { sendMailJob } from './send-mail-job.ts';
import { logoAddress, type MailBrand, writeMail } from './write-mail.ts';

export interface NewMail<Template extends MailTemplate> {
  readonly tenantId: string;
  readonly to: string;
  readonly template: Template;
  /** Language tag of the reader. */
  readonly language: string;
  readonly values: MailValues[Template];
  readonly attachments?: readonly MailAttachment[];
  /** Takes a POST by which the reader ends the subscription. */
  readonly unsubscribeUrl?: string | null;
}

/**
 * Writes a message and has it sent once the transaction of `db` commits, however long the mail server is away.
 * Answers the message's id.
 */
export async function queueMail<Template extends MailTemplate>(
  db: Db,
  { tenantId, to, template, language, values, attachments = [], unsubscribeUrl = null }: NewMail<Template>,
): Promise<string> {
  const brand = await findBrand(db, tenantId);
  const { subject, text, html } = writeMail(template, values, { brand, language });
  const id = uuidv7();
  await db
    .insertInto('mail_messages')
    .values({
      tenant_id: tenantId,
      id,
      recipient: to,
      template,
      language,
      subject,
      text_part: text,
      html_part: html,
      attachments: JSON.stringify(attachments),
      unsubscribe_url: unsubscribeUrl,
    })
    .execute();
  await enqueueJob(db, sendMailJob, { tenantId, messageId: id }, { key: id });
  return id;
}

async function findBrand(db: Db, tenantId: string): Promise<MailBrand> {
  const row = await db
    .selectFrom('tenants as t')
    .leftJoin('tenant_config as c', (join) =>
      join
        .onRef('c.tenant_id', '=', 't.tenant_id')
        .on('c.config_key', '=', 'accentColour' satisfies keyof ReturnType<typeof toConfig>),
    )
    .select(['t.name', 'c.config_value as accent'])
    .where('t.tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const logo = await findLogo(db, tenantId);
  return { name: row.name, accent: row.accent ?? '', logoUrl: logo === null ? null : logoAddress };
}

export interface ClaimedMail {
  readonly template: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly brandName: string;
  readonly attachments: readonly MailAttachment[];
  readonly unsubscribeUrl: string | null;
  readonly attempts: number;
}

/** No delay between two tries is longer; hours. */
const longestDelayHours = 17;

/** Whether a row was stored by a clock that was ahead: nothing waits for a date that was wrong. */
const isOfWrongClock = (row: string): string =>
  `(${row}.next_try_at > now() + interval '${longestDelayHours} hours' OR ${row}.created_at > now() + interval '2 minutes')`;

/** A try takes no longer than this, or another one is made: what is sent by then, or given up, is as that one says. */
export const tryMinutes = 5;

/** Takes a due message for one try; null when another takes it, it is sent, its time has not come, or its words are gone. */
export async function claimMail(db: Db, tenantId: string, id: string): Promise<ClaimedMail | null> {
  const text = `UPDATE mail_messages AS m
    SET state = 'sending', tried_at = now(), attempts = m.attempts + 1,
      next_try_at = now() + interval '${tryMinutes} minutes'
    FROM tenants AS t
    WHERE m.tenant_id = $1::uuid AND m.id = $2::uuid AND t.tenant_id = m.tenant_id
      AND m.state IN ('queued', 'sending') AND (m.next_try_at <= now() + interval '1 second' OR ${isOfWrongClock('m')})
      AND m.text_part IS NOT NULL AND m.html_part IS NOT NULL
    RETURNING m.template, m.recipient, m.subject, m.text_part AS text, m.html_part AS html, t.name AS "brandName",
      m.attachments, m.unsubscribe_url AS "unsubscribeUrl", m.attempts`;
  const { rows } = await db.executeQuery<ClaimedMail>(CompiledQuery.raw(text, [tenantId, id]));
  return rows[0] ?? null;
}

/** One try of a message, by its number. */
export interface MailTry {
  readonly tenantId: string;
  readonly id: string;
  readonly attempts: number;
}

/** The message as long as this try is the latest and has no end: another one says what becomes of it otherwise. */
const updateOf = (db: Db, { tenantId, id, attempts }: MailTry) =>
  db
    .updateTable('mail_messages')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts);

/** Notes that a message left; what it said is kept for demo tenants alone. */
export async function updateSent(db: Db, made: MailTry): Promise<void> {
  const isDemo = sql<boolean>`(SELECT is_demo FROM tenants WHERE tenant_id = ${made.tenantId}::uuid)`;
  await updateOf(db, made)
    .set({
      state: 'sent',
      reason: '',
      sent_at: sql<Date>`now()`,
      text_part: sql<string | null>`CASE WHEN ${isDemo} THEN text_part END`,
      html_part: sql<string | null>`CASE WHEN ${isDemo} THEN html_part END`,
    })
    .execute();
}

const withoutSecret = mailTemplates.filter((template) => !carriesSecret[template]);

/** Gives a message up; what it said is kept where it holds no secret, so that it can be sent again. */
export async function updateFailed(db: Db, made: MailTry, reason: string): Promise<void> {
  await updateOf(db, made)
    .set((row) => {
      const stored = (part: 'text_part' | 'html_part') =>
        row.case().when('template', 'in', withoutSecret).then(row.ref(part)).else(null).end();
      return { state: 'failed', reason, text_part: stored('text_part'), html_part: stored('html_part') };
    })
    .execute();
}

/** Has a message tried again after a while. */
export async function updateRetry(
  db: Db,
  made: MailTry,
  { reason, delayMs }: { reason: string; delayMs: number },
): Promise<void> {
  const { tenantId, id } = made;
  await db.transaction().execute(async (trx) => {
    const waiting = await updateOf(trx, made)
      .set({
        state: 'queued',
        reason,
        next_try_at: sql<Date>`now() + make_interval(secs => ${delayMs / 1000})`,
      })
      .returning('next_try_at as runAt')
      .executeTakeFirst();
    if (waiting === undefined) return;
    await enqueueJob(trx, sendMailJob, { tenantId, messageId: id }, { key: id, runAt: waiting.runAt });
  });
}

/** Queues again what a killed server left behind; harmless for what is merely waiting its turn. */
export async function requeueOverdue(db: Db, tenantId: string): Promise<void> {
  const overdue = await db
    .selectFrom('mail_messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('state', 'in', ['queued', 'sending'])
    .where(
      sql<boolean>`(next_try_at < now() - interval '1 minute' OR ${sql.raw(isOfWrongClock('mail_messages'))})`,
    )
    .limit(1000)
    .execute();
  for (const { id } of overdue) {
    await enqueueJob(db, sendMailJob, { tenantId, messageId: id }, { key: id });
  }
}
