import type { Role } from '@watchpost/domain/permissions';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { type ChangedFields, changedFields } from '../../platform/audit/changed-fields.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { languageTag } from '../../platform/mail/language-tag.ts';
import { accountsWithSites } from '../sign-in/console-users.queries.ts';
import { emailChangedJob } from './profile-jobs.ts';

export interface ProfileTexts {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly countryCode: string;
}

export interface FoundProfile extends ProfileTexts {
  readonly id: string;
  readonly role: Role | null;
  readonly profileImage: string;
  readonly siteId: string | null;
  readonly siteName: string | null;
}

export async function findProfile({ db, tenantId }: SiteScope, userId: string): Promise<FoundProfile> {
  return accountsWithSites(db, tenantId)
    .select([
      'u.id',
      'u.role',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.phone_number as phoneNumber',
      'u.country_code as countryCode',
      'u.profile_image as profileImage',
      's.id as siteId',
      's.name as siteName',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Who changes something, and the language and time zone of the mail to its owner. */
export interface ProfileAsked {
  readonly origin: AuditOrigin;
  readonly language: string;
  readonly timeZone: string;
}

export interface ProfileChange {
  /** Where mails went until now. */
  readonly formerEmail: string;
  readonly texts: ProfileTexts | null;
  readonly profileImage: string | null;
  readonly changes: ChangedFields;
}

const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Saves what is given; the former address hears of a new one. False, and nothing saved, when another account of the tenant has the e-mail address. */
export async function updateUser(
  { db, tenantId }: SiteScope,
  userId: string,
  { formerEmail, texts, profileImage, changes }: ProfileChange,
  { origin, language, timeZone }: ProfileAsked,
): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      // Before the change, so that the entry names its actor as they were.
      await insertAuditEntry(transaction, origin, { action: 'profile.changed', ...changes });
      await transaction
        .updateTable('users')
        .set({
          updated_at: new Date(),
          ...(texts === null
            ? {}
            : {
                first_name: texts.firstName,
                last_name: texts.lastName,
                email: texts.email,
                phone_number: texts.phoneNumber,
                country_code: texts.countryCode,
                ...(isSameAddress(texts.email, formerEmail) ? {} : { is_address_unproven: true }),
              }),
          ...(profileImage === null ? {} : { profile_image: profileImage }),
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', userId)
        .execute();
      if (texts === null || texts.email === formerEmail) return;
      const details = { formerEmail, newEmail: texts.email, language: languageTag(language), timeZone };
      await enqueueJob(transaction, emailChangedJob, { tenantId, userId, atMs: Date.now(), ...details });
    });
    return true;
  } catch (error) {
    if (isDuplicate(error, 'users_by_email')) return false;
    throw error;
  }
}

export async function updateLanguage(
  { db, tenantId }: SiteScope,
  userId: string,
  language: string,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = transaction.selectFrom('users').select('language');
    const before = await user
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const changes = changedFields(before, { language }, ['language']);
    await insertAuditEntry(transaction, origin, { action: 'profile.changed', ...changes });
    await transaction
      .updateTable('users')
      .set({ language, updated_at: new Date() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', userId)
      .execute();
  });
}
