// What of a profile may change: everything for super admins, the picture alone for sub admins (PROF-04).
import type { BodyOf } from '@watchpost/contract/endpoint';
import { profileFields, type updateProfile } from '@watchpost/contract/profile';
import type { UserDetails } from '@watchpost/contract/session';
import { profilePhoneLength } from '@watchpost/domain/limits';
import { readPhone } from '@watchpost/domain/readers/phones';
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { storableTexts, readsAlike } from '../../platform/managed-records/storable-texts.ts';
import { isOwnPicture } from '../../platform/pictures/picture-files.queries.ts';
import { requireFresh } from '../sign-in/fresh-session.ts';
import {
  findProfile,
  type FoundProfile,
  type ProfileAsked,
  type ProfileTexts,
  updateUser,
} from './profile.queries.ts';

const missing = {
  firstName: 'first_name_reqd',
  lastName: 'last_name_reqd',
  email: 'error_email_id_required',
  phoneNumber: 'contact_number_require',
  countryCode: 'country_code_required',
} as const satisfies Record<keyof ProfileTexts, string>;

type Body = BodyOf<typeof updateProfile>;

/**
 * Saves the caller's own profile and answers the user as saved. Throws InvalidInput with label keys, and notPermitted
 * when a sub admin sends a text that differs from the stored one; confirmFirst when it is what mails or codes are sent to
 * that changes, in a session that is not fresh.
 */
export async function saveProfile(
  caller: ConsoleCaller,
  body: Body,
  asked: ProfileAsked,
): Promise<UserDetails> {
  const { scope, userId, role } = caller;
  const stored = await findProfile(scope, userId);
  const { profileImage, ...sent } = body;
  if (role === 'subAdmin' && isChanged(sent, stored)) throw new AppError('notPermitted');
  const isPhotoOnly = role === 'subAdmin' || textNames.every((name) => sent[name] === undefined);
  const texts = isPhotoOnly ? null : textsToStore(wholeTexts(sent), stored);
  const { email, phoneNumber, countryCode } = texts ?? {};
  if (differs({ email, phoneNumber, countryCode }, stored)) await requireFresh(caller);
  if (profileImage !== '' && !(await isOwnPicture(caller, profileImage, 'profileImage'))) {
    throw new InvalidInput({ profileImage: 'photo_unknown' });
  }
  const photo = profileImage === '' ? null : profileImage;
  const next = { ...stored, ...texts, profileImage: photo ?? stored.profileImage };
  const changes = changedFields(stored, next, [...textNames, 'profileImage']);
  const change = { formerEmail: stored.email, texts, profileImage: photo, changes };
  if (!(await updateUser(scope, userId, change, asked))) {
    throw new InvalidInput({ email: 'email_taken' });
  }
  const saved = await findProfile(scope, userId);
  return { ...saved, role, countryCode: withPlus(saved.countryCode) };
}

/** Throws InvalidInput. A number with a plus says its country itself. */
function textsToStore(sent: ProfileTexts, stored: FoundProfile): ProfileTexts {
  const before = { ...stored, countryCode: withPlus(stored.countryCode) };
  const texts = storableTexts(profileFields, sent, before);
  if (!texts.phoneNumber.startsWith('+')) return texts;
  const read = readPhone(texts.phoneNumber, { callingCode: texts.countryCode });
  if (read?.digits.length !== profilePhoneLength) {
    throw new InvalidInput({ phoneNumber: 'error_invalid_phone_number_min_max' });
  }
  return { ...texts, phoneNumber: read.digits, countryCode: read.callingCode };
}

/** Whether a text is meant to be another than the stored one. */
function isChanged(sent: SentTexts, stored: FoundProfile): boolean {
  const own = { ...stored, countryCode: withPlus(stored.countryCode) };
  return textNames.some((name) => !readsAlike(profileFields[name], sent[name] ?? own[name], own[name]));
}

type SentTexts = { readonly [Field in keyof ProfileTexts]?: string | undefined };

function differs(sent: SentTexts, stored: FoundProfile): boolean {
  const own = { ...stored, countryCode: withPlus(stored.countryCode) };
  return textNames.some((name) => sent[name] !== undefined && sent[name] !== own[name]);
}

const textNames = ['firstName', 'lastName', 'email', 'phoneNumber', 'countryCode'] as const;

function wholeTexts({ firstName, lastName, email, phoneNumber, countryCode }: SentTexts): ProfileTexts {
  if (
    firstName === undefined ||
    lastName === undefined ||
    email === undefined ||
    phoneNumber === undefined ||
    countryCode === undefined
  ) {
    const sent = { firstName, lastName, email, phoneNumber, countryCode };
    const lacking = textNames.filter((name) => sent[name] === undefined);
    throw new InvalidInput(Object.fromEntries(lacking.map((name) => [name, missing[name]])));
  }
  return { firstName, lastName, email, phoneNumber, countryCode };
}

export function withPlus(code: string): string {
  return code === '' || code.startsWith('+') ? code : `+${code}`;
}
