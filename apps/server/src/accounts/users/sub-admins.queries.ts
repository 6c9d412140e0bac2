// Accounts of the people who manage one site (MNG-02).
import { sql } from 'kysely';
import type { SubAdmin } from '@watchpost/contract/sub-admins';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import type { Db } from '../../platform/db/database.ts';
import { inNameOrder } from '../../platform/managed-records/name-order.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { withdrawReportMails } from '../../platform/mail/withdraw-report-mails.queries.ts';
import { notify } from '../../platform/notify/notify.queries.ts';
import { lockOwnSite } from '../../platform/managed-records/own-site.queries.ts';
import { deletePendingOf } from '../sign-in/second-step.queries.ts';
import { type Invitation, invitedJob } from './account-jobs.ts';
import { deleteSessions } from './account-sessions.queries.ts';
import { invitationEnd } from './password-codes.queries.ts';

export interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** The activated or deactivated site's name; null when it is gone or not the caller's. */
export async function findSiteName({ db, tenantId, siteId }: SiteScope, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('sites')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(siteId !== null, (query) => query.where('id', '=', siteId))
    .executeTakeFirst();
  return row?.name ?? null;
}

export interface FoundSubAdmin extends Omit<SubAdmin, 'invitedAtMs' | 'invitationEndsAtMs'> {
  readonly invitedAt: Date | null;
  /** Null also for who was invited before links lived for days. */
  readonly invitationEndsAt: Date | null;
  readonly siteId: string;
  readonly siteName: string;
}

/** Within the caller's sites: those of one site by name, or the one of that id. */
export async function findSubAdmins(
  { db, tenantId, siteId }: SiteScope,
  whose: { readonly siteId: string } | { readonly userId: string },
): Promise<FoundSubAdmin[]> {
  return db
    .selectFrom('sub_admins as a')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.id', '=', 'a.user_id'),
    )
    .innerJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'),
    )
    .select([
      'u.id',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.invited_at as invitedAt',
      'u.invitation_ends_at as invitationEndsAt',
      's.id as siteId',
      's.name as siteName',
      sql<SubAdmin['state']>`CASE WHEN NOT u.activated THEN 'deactivated'
        WHEN u.invited_at IS NOT NULL THEN 'invited' ELSE 'active' END`.as('state'),
      sql<boolean>`EXISTS (SELECT FROM authenticators f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id
          AND f.sealed_secret IS NOT NULL)
        OR EXISTS (SELECT FROM passkeys f WHERE f.tenant_id = u.tenant_id AND f.user_id = u.id)`.as(
        'hasSecondStep',
      ),
    ])
    .where('a.tenant_id', '=', tenantId)
    .where('u.role', '=', 'subAdmin')
    .$if(siteId !== null, (query) => query.where('a.site_id', '=', siteId))
    .$if('siteId' in whose, (query) => query.where('a.site_id', '=', 'siteId' in whose ? whose.siteId : ''))
    .$if('userId' in whose, (query) => query.where('a.user_id', '=', 'userId' in whose ? whose.userId : ''))
    .orderBy(sql.raw(inNameOrder(`u.first_name || ' ' || u.last_name`)))
    .orderBy('u.id')
    .execute();
}

export interface NewSubAdmin extends Names {
  readonly email: string;
  readonly siteId: string;
  readonly siteName: string;
  /** Of a password that no one knows. */
  readonly passwordHash: string;
  readonly inviter: string;
  readonly language: string;
}

/**
 * The id of the account, new or that of a sub admin who has no site any more; null when the address is somebody
 * else's. Throws notFound for a site that is gone, a duplicate of users_by_email when another invites it at this moment.
 */
export async function insertSubAdmin(
  scope: SiteScope,
  invited: NewSubAdmin,
  origin: AuditOrigin,
): Promise<string | null> {
  const { db, tenantId } = scope;
  const { email, siteId, siteName, inviter, language } = invited;
  return db.transaction().execute(async (trx) => {
    if (!(await lockOwnSite({ ...scope, db: trx }, siteId))) throw new AppError('notFound');
    const id = await takeAccount(trx, tenantId, invited);
    if (id === null) return null;
    await trx
      .insertInto('sub_admins')
      .values({ tenant_id: tenantId, user_id: id, site_id: siteId })
      .execute();
    const { firstName, lastName } = invited;
    await insertAuditEntry(trx, origin, {
      action: 'subAdmin.invited',
      subject: { id, label: email },
      before: null,
      after: { email, firstName, lastName, site: siteName },
    });
    await enqueueJob(trx, invitedJob, { tenantId, userId: id, siteName, inviter, language });
    return id;
  });
}

async function takeAccount(trx: Db, tenantId: string, invited: NewSubAdmin): Promise<string | null> {
  const { email, firstName, lastName, passwordHash } = invited;
  const known = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .forUpdate()
    .executeTakeFirst();
  const names = { first_name: firstName, last_name: lastName };
  if (known !== undefined) {
    if (known.role !== 'subAdmin' || (await hasSite(trx, tenantId, known.id))) return null;
    await trx
      .updateTable('users')
      .set({
        ...names,
        activated: true,
        invited_at: sql<Date | null>`CASE WHEN invited_at IS NOT NULL THEN now() END`,
        invitation_ends_at: sql<Date | null>`CASE WHEN invited_at IS NOT NULL THEN ${invitationEnd} END`,
        updated_at: sql<Date>`now()`,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', known.id)
      .execute();
    return known.id;
  }
  const id = uuidv7();
  const account = { tenant_id: tenantId, id, email, password_hash: passwordHash, role: 'subAdmin' as const };
  await trx
    .insertInto('users')
    .values({ ...account, ...names, invited_at: sql<Date>`now()`, invitation_ends_at: invitationEnd })
    .execute();
  return id;
}

/** Asked while the account is held, so that a site which somebody else gave it in the meantime is seen. */
async function hasSite(trx: Db, tenantId: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('sub_admins')
    .select('site_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function enqueueInvitation(
  { db, tenantId }: SiteScope,
  email: string,
  invitation: Omit<Invitation, 'tenantId'>,
  origin: AuditOrigin,
): Promise<void> {
  const { userId } = invitation;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ invited_at: sql<Date>`now()`, invitation_ends_at: invitationEnd })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .execute();
    await enqueueJob(trx, invitedJob, { tenantId, ...invitation });
    await insertAuditEntry(trx, origin, {
      action: 'subAdmin.invitedAgain',
      subject: { id: userId, label: email },
    });
  });
}

export async function updateNames(
  { db, tenantId }: SiteScope,
  { id, email, firstName, lastName }: FoundSubAdmin,
  names: Names,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ first_name: names.firstName, last_name: names.lastName, updated_at: sql<Date>`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await insertAuditEntry(trx, origin, {
      action: 'subAdmin.changed',
      subject: { id, label: email },
      ...changedFields({ firstName, lastName }, names, ['firstName', 'lastName']),
    });
  });
}

/** Notifies everyone who sees the site when one is deactivated (NOTIF-05). */
export async function updateSubAdminStatus(
  { db, tenantId }: SiteScope,
  { id, email, siteId, firstName, lastName }: FoundSubAdmin,
  activated: boolean,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ activated, updated_at: sql<Date>`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('activated', '!=', activated)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined) return;
    if (!activated) await shutOut(trx, tenantId, id);
    const action = activated ? 'subAdmin.activated' : 'subAdmin.deactivated';
    await insertAuditEntry(trx, origin, {
      action,
      subject: { id, label: email },
      before: { activated: !activated },
      after: { activated },
    });
    if (activated) return;
    const params = { account: [firstName, lastName].join(' ').trim() || email };
    const link = `/manage-sites/site-details?id=${siteId}`;
    await notify(trx, { tenantId, kind: 'accountDeactivated', siteId, params, link });
  });
}

/** Takes the account off its site; it stays, so that what it did keeps its name. False when it is there no more. */
export async function deleteSubAdmin(
  { db, tenantId }: SiteScope,
  { id, email, siteId, siteName }: FoundSubAdmin,
  origin: AuditOrigin,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sub_admins')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', id)
      .where('site_id', '=', siteId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await shutOut(trx, tenantId, id);
    await insertAuditEntry(trx, origin, {
      action: 'subAdmin.removed',
      subject: { id, label: email },
      before: { site: siteName },
      after: null,
    });
    return true;
  });
}

/** Ends every session, half a sign-in, every link that could set a password, and mails of reports that wait. */
async function shutOut(trx: Db, tenantId: string, userId: string): Promise<void> {
  await deleteSessions(trx, { tenantId, userId });
  await deletePendingOf(trx, tenantId, userId);
  await trx
    .deleteFrom('password_codes')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  await withdrawReportMails(trx, tenantId, userId);
}
