import { type ExpressionBuilder, sql } from 'kysely';
import type { SentMail } from '@watchpost/contract/sent-mail';
import type { MailState } from '@watchpost/domain/sent-mail';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { sendMailJob } from '../../platform/mail/send-mail-job.ts';

export interface MailFilter {
  readonly state: MailState | null;
  /** Empty for all. */
  readonly searchText: string;
  readonly beforeId: string | null;
  readonly afterId: string | null;
}

type StoredState = Tables['mail_messages']['state']['__select__'];
/** A message being sent counts as waiting: it is tried again if the try is lost. */
const storedStates: Readonly<Record<MailState, StoredState[]>> = {
  queued: ['queued', 'sending'],
  sent: ['sent'],
  failed: ['failed'],
};

/** Waiting after a failure, or given up while what it says is kept. */
const canRetry = sql<boolean>`((state = 'queued' AND reason <> '')
  OR (state = 'failed' AND html_part IS NOT NULL))`;

function rowsOf({ db, tenantId }: SiteScope) {
  return db.selectFrom('mail_messages').where('tenant_id', '=', tenantId);
}

function viewed({ db, tenantId }: SiteScope) {
  return rowsOf({ db, tenantId, siteId: null }).select([
    'id',
    'recipient',
    'subject',
    'state',
    'attempts as tries',
    'reason as lastError',
    'created_at as createdAt',
    'sent_at as sentAt',
    'next_try_at as nextTryAt',
    canRetry.as('canRetry'),
    'attachments',
  ]);
}

type MailRow = Awaited<ReturnType<ReturnType<typeof viewed>['executeTakeFirstOrThrow']>>;

function mailOf({ state, createdAt, sentAt, nextTryAt, attachments, ...row }: MailRow): SentMail {
  const isWaiting = state === 'queued' && row.lastError !== '';
  return {
    ...row,
    state: state === 'sending' ? 'queued' : state,
    createdAt: createdAt.getTime(),
    sentAt: sentAt?.getTime() ?? null,
    nextTryAt: isWaiting ? nextTryAt.getTime() : null,
    attachments: attachments.map(({ name }) => name),
  };
}

const matching = (filter: MailFilter) => (where: ExpressionBuilder<Tables, 'mail_messages'>) => {
  const { state, searchText, beforeId, afterId } = filter;
  const contains = (column: 'recipient' | 'subject') =>
    sql<boolean>`position(nullif(fold_text(${searchText}), '') IN fold_text(${sql.ref(column)})) > 0`;
  return where.and([
    ...(state === null ? [] : [where('state', 'in', storedStates[state])]),
    ...(searchText === '' ? [] : [where.or([contains('recipient'), contains('subject')])]),
    ...(beforeId === null ? [] : [where('id', '<', beforeId)]),
    ...(afterId === null ? [] : [where('id', '>', afterId)]),
  ]);
};

/** Up to `limit` messages of the filter, in that order of their making. */
export async function findMail(
  scope: SiteScope,
  filter: MailFilter,
  limit: number,
  order: 'desc' | 'asc' = 'desc',
): Promise<SentMail[]> {
  const rows = await viewed(scope).where(matching(filter)).orderBy('id', order).limit(limit).execute();
  return rows.map(mailOf);
}

/** How many messages the filter matches, no further than to `max`. */
export async function countMail(scope: SiteScope, filter: MailFilter, max: number): Promise<number> {
  const { count } = await scope.db
    .selectFrom(rowsOf(scope).select('id').where(matching(filter)).limit(max).as('found'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findOneMail(scope: SiteScope, id: string): Promise<SentMail | null> {
  const row = await viewed(scope).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : mailOf(row);
}

export interface MailParts {
  readonly text: string | null;
  readonly html: string | null;
}

/** What a message says, as far as it is kept: it may hold a code that still fits. */
export async function findParts(scope: SiteScope, id: string): Promise<MailParts | null> {
  const row = await rowsOf(scope)
    .select(['text_part as text', 'html_part as html'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export interface WaitingMail {
  readonly count: number;
  /** Of the try that failed last. */
  readonly last: { readonly reason: string; readonly triedAt: Date } | null;
}

/** Messages that wait after a failure, and the latest failure unless one was sent since. */
export async function findWaiting(scope: SiteScope): Promise<WaitingMail> {
  const waiting = rowsOf(scope).where('state', 'in', ['queued', 'sending']).where('reason', '<>', '');
  const { count } = await waiting.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const last = await waiting
    .select(['reason', 'tried_at as triedAt'])
    .where('tried_at', 'is not', null)
    .orderBy('tried_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined || last.triedAt === null) return { count, last: null };
  const sent = await rowsOf(scope)
    .select('id')
    .where('sent_at', '>', last.triedAt)
    .limit(1)
    .executeTakeFirst();
  return { count, last: sent === undefined ? { reason: last.reason, triedAt: last.triedAt } : null };
}

/**
 * Has a message tried at once, with all its tries before it again when it had been given up. False when it cannot be
 * sent again; a message that is under way is left to it.
 */
export async function requeueMail(scope: SiteScope, mail: SentMail, origin: AuditOrigin): Promise<boolean> {
  const { db, tenantId } = scope;
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .updateTable('mail_messages')
      .set({
        state: 'queued',
        reason: '',
        attempts: sql<number>`CASE WHEN state = 'failed' THEN 0 ELSE attempts END`,
        next_try_at: sql<Date>`now()`,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', mail.id)
      .where(canRetry)
      .returning('id')
      .executeTakeFirst();
    if (found === undefined) {
      const now = await findOneMail({ ...scope, db: transaction }, mail.id);
      return now?.state === 'queued';
    }
    await enqueueJob(transaction, sendMailJob, { tenantId, messageId: mail.id }, { key: mail.id });
    await insertAuditEntry(transaction, origin, {
      action: 'message.retried',
      subject: { id: mail.id, label: `${mail.subject} (${mail.recipient})` },
    });
    return true;
  });
}
