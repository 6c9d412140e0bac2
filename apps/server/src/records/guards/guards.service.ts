// What may become of a guard (MNG-03).
import { guardFields, type GuardRow, type IssuedSecret } from '@watchpost/contract/guards';
import { keptShape } from '@watchpost/contract/record-fields';
import { guardPhonePattern } from '@watchpost/domain/patterns';
import { readPhone } from '@watchpost/domain/readers/phones';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { hasRetiredSecret } from '../../platform/access/retired-secrets.queries.ts';
import { refuseSharedGuards, sharedGuards } from '../../platform/access/shared-guards.queries.ts';
import { hashPassword } from '../../platform/access/password.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import { photoReplacedJob } from '../../platform/jobs/photo-replaced-job.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { isOwnPicture } from '../../platform/pictures/picture-files.queries.ts';
import {
  deleteRecord,
  type RecordActions,
  restoreRecords,
} from '../../platform/managed-records/record-changes.queries.ts';
import { storableTexts, readsAlike } from '../../platform/managed-records/storable-texts.ts';
import { storedFields } from '../../platform/managed-records/record-fields.ts';
import { findRecordsById } from '../../platform/managed-records/record-list.queries.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import { guardTable } from './guard-table.ts';
import {
  findSites,
  type GuardFields,
  hasHistory,
  insertGuard,
  removeFromSite,
  updateGuard,
  updateSecrets,
} from './guards.queries.ts';
import { randomInt } from 'node:crypto';
import { secretAlphabet, secretGroupLength, secretGroups } from '@watchpost/domain/guards';

const letter = (): string => secretAlphabet.charAt(randomInt(secretAlphabet.length));
const group = (): string => Array.from({ length: secretGroupLength }, letter).join('');

/** E.g. 'k3mf-9dyp-x7wa'. */
function makeFieldSecret(): string {
  return Array.from({ length: secretGroups }, group).join('-');
}

export const guardActions: RecordActions = {
  activated: 'guard.activated',
  deactivated: 'guard.deactivated',
  deleted: 'guard.deleted',
  restored: 'guard.restored',
};

/** Throws notFound for what is not the caller's. */
export const viewGuard = (scope: SiteScope, id: string): Promise<GuardRow> =>
  viewRecord<GuardRow>(scope, guardTable, id);

/**
 * Throws InvalidInput at employeeId for one that another guard has, and at phoneNumber for what is no phone number; notFound for sites
 * that are not the caller's.
 */
export async function addGuard(
  caller: ConsoleCaller,
  sent: GuardFields,
  origin: AuditOrigin,
): Promise<string> {
  const fields = { ...sent, ...phoneOf(sent) };
  const sites = await sitesOf(caller.scope, fields);
  await checkPhoto(caller, fields.photo, '');
  return refusingTaken(() => insertGuard(caller.scope, fields, sites, origin));
}

/** What is the same at whichever site the guard works. */
const ofAllSites = storedFields(guardFields);

/**
 * The new version, and whether the secret must be issued again by now. Throws as addGuard does, editedMeanwhile, guardErased for somebody who is no one any more, and
 * guardWorksElsewhere to who may not see where.
 */
export async function editGuard(
  caller: ConsoleCaller,
  id: string,
  edit: { readonly fields: GuardFields; readonly version: number },
  origin: AuditOrigin,
): Promise<{ readonly version: number; readonly isSecretRetired: boolean }> {
  const { scope } = caller;
  const before = await viewGuard(scope, id);
  if (before.erasedAt !== null) throw new AppError('guardErased');
  const fields = { ...edit.fields, ...textsOf(edit.fields, before) };
  if (before.isShared && ofAllSites.some((field) => fields[field] !== before[field])) {
    throw sharedGuards([`${before.firstName} ${before.lastName}`.trim()]);
  }
  const sites = await sitesOf(scope, fields);
  await checkPhoto(caller, fields.photo, before.photo);
  const version = await refusingTaken(() => updateGuard(scope, before, { ...edit, fields, sites }, origin));
  if (version === null) throw new AppError('editedMeanwhile');
  // A server that ends before this leaves it to the night.
  if (before.photo !== '' && before.photo !== fields.photo) {
    await enqueueJob(scope.db, photoReplacedJob, { tenantId: scope.tenantId, fileId: before.photo });
  }
  return { version, isSecretRetired: await hasRetiredSecret(scope.db, scope.tenantId, id) };
}

type Phone = Pick<GuardFields, 'phoneNumber' | 'countryCode'>;

/**
 * The number with its country's code, whichever way it was written; one that no plan of the country knows as its digits (MNG-03).
 * Throws InvalidInput.
 */
function phoneOf({ phoneNumber, countryCode }: Phone): Phone {
  const read = readPhone(phoneNumber, { callingCode: countryCode });
  if (read !== null && guardPhonePattern.test(read.digits)) {
    return { phoneNumber: read.digits, countryCode: read.callingCode };
  }
  if (!guardPhonePattern.test(phoneNumber)) throw new InvalidInput({ phoneNumber: 'guard_phone_pattern' });
  return { phoneNumber, countryCode };
}

const texts = keptShape(guardFields);
type Texts = Pick<GuardFields, keyof typeof texts>;
const textNames = Object.keys(texts).filter((name): name is keyof typeof texts => name in texts);

/** Of a guard who also works elsewhere a text stays to the letter unless it was changed. Throws InvalidInput. */
function textsOf(sent: GuardFields, before: GuardRow): Texts {
  const kept = storableTexts(texts, sent, before);
  const isSamePhone = kept.phoneNumber === before.phoneNumber && kept.countryCode === before.countryCode;
  const read = isSamePhone ? kept : { ...kept, ...phoneOf(kept) };
  if (!before.isShared) return read;
  const unchanged = textNames.filter((name) => readsAlike(texts[name], read[name], before[name]));
  return { ...read, ...Object.fromEntries(unchanged.map((name) => [name, before[name]])) };
}

async function sitesOf(scope: SiteScope, { siteIds }: GuardFields): Promise<GuardRow['sites']> {
  const wanted = new Set(scope.siteId === null ? siteIds : [...siteIds, scope.siteId]);
  const sites = await findSites(scope, [...wanted]);
  if (sites.length !== wanted.size) throw new AppError('notFound');
  return sites;
}

async function checkPhoto(caller: ConsoleCaller, photo: string, before: string): Promise<void> {
  if (photo === '' || photo === before || (await isOwnPicture(caller, photo, 'profileImage'))) return;
  throw new InvalidInput({ photo: 'photo_unknown' });
}

async function refusingTaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isDuplicate(error, 'guards_by_employee_id')) {
      throw new InvalidInput({ employeeId: 'employee_id_taken' });
    }
    throw error;
  }
}

/** Throws hasHistory, guardWorksElsewhere, and onlyActivatedDeleted for a deactivated guard. */
export async function removeGuard(scope: SiteScope, id: string, origin: AuditOrigin): Promise<string[]> {
  const guard = await viewGuard(scope, id);
  if (!guard.activated) throw new AppError('onlyActivatedDeleted');
  return deleteRecord(scope, guardTable, id, guardActions, origin, async (own) => {
    if (await hasHistory(own, id)) throw new AppError('hasHistory');
    await refuseSharedGuards(own, [id]);
  });
}

/** Throws notFound for a site that is not the caller's or not the guard's. */
export async function takeOffSite(
  scope: SiteScope,
  { id, siteId }: { readonly id: string; readonly siteId: string },
  origin: AuditOrigin,
): Promise<number> {
  const guard = await viewGuard(scope, id);
  if (!guard.sites.some((site) => site.id === siteId)) throw new AppError('notFound');
  return removeFromSite(scope, guard, siteId, origin);
}

/** Throws employeeIdTaken when another guard took the employee id since, and guardWorksElsewhere. */
export async function bringBack(
  scope: SiteScope,
  ids: readonly string[],
  origin: AuditOrigin,
): Promise<string[]> {
  try {
    return await restoreRecords(scope, guardTable, ids, guardActions, origin, (own) =>
      refuseSharedGuards(own, ids),
    );
  } catch (error) {
    if (isDuplicate(error, 'guards_by_employee_id')) throw new AppError('employeeIdTaken');
    throw error;
  }
}

/** Told this once: nothing but their hashes is kept. Throws guardWorksElsewhere, and issues none, to who may not see where. */
export async function issueSecrets(
  scope: SiteScope,
  ids: readonly string[],
  origin: AuditOrigin,
): Promise<IssuedSecret[]> {
  const guards = (await findRecordsById<GuardRow>(scope, guardTable, [...new Set(ids)])).filter(
    ({ activated }) => activated,
  );
  const issued = await Promise.all(
    guards.map(async ({ id, employeeId, firstName, lastName }) => {
      const secret = makeFieldSecret();
      const name = `${firstName} ${lastName}`.trim();
      return { told: { id, employeeId, name, secret }, hash: await hashPassword(secret) };
    }),
  );
  const hashes = issued.map(({ told, hash }) => ({ id: told.id, hash }));
  const stored = await updateSecrets(scope, hashes, origin);
  return issued.map(({ told }) => told).filter(({ id }) => stored.has(id));
}
