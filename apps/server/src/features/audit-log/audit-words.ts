// Entries of the log in words, for the file; the console's own words stand in its label catalogues.
import type { AuditEntry } from '@watchpost/contract/audit-log';

/** One language's words. An action or a kind of record without words of its own is read off its name. */
interface AuditWords {
  readonly actions: Readonly<Record<string, string>>;
  readonly subjects: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly nobody: string;
  readonly unset: string;
  readonly none: string;
  readonly yes: string;
  readonly no: string;
}

const english: AuditWords = {
  actions: {
    'session.signedIn': 'Signed in',
    'session.refused': 'Sign-in refused',
    'session.signedOut': 'Signed out',
    'session.endedAll': 'Other sessions ended',
    'password.resetAsked': 'New password asked for',
    'password.reset': 'Password set by mail',
    'profile.photoChanged': 'Picture changed',
    'profile.photoRemoved': 'Picture removed',
    'factor.added': 'Sign-in step added',
    'factor.removed': 'Sign-in step removed',
    'factor.codesMade': 'Recovery codes made',
    'tenant.created': 'Organisation created',
    'settings.logoChanged': 'Logo changed',
    'settings.signInChanged': 'Sign-in rules changed',
    'infoPage.saved': 'Page saved',
    'infoPage.restored': 'Page restored',
    'message.retried': 'Message sent again',
  },
  subjects: { user: 'Account', tenant: 'Organisation', infoPage: 'Information page' },
  roles: { superAdmin: 'Super admin', subAdmin: 'Sub admin', guard: 'Guard' },
  nobody: 'Nobody signed in',
  unset: 'Not set',
  none: 'None',
  yes: 'Yes',
  no: 'No',
};

const known = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : fieldWords(name);

/** 'defaultCountryCode' -> 'Default country code', 'PATROL_ROUTES' -> 'Patrol routes', 'site.created' -> 'Site created'. */
function fieldWords(name: string): string {
  const words = /^[A-Z_]+$/.test(name) ? name : name.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  const plain = words.replaceAll(/[._]/g, ' ').toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export const actionWords = (action: string): string => known(english.actions, action);
export const subjectWords = (subject: string): string => known(english.subjects, subject);

export function actorWords({ actorId, actorName }: AuditEntry): string {
  return actorId === null ? english.nobody : actorName;
}

export const roleWords = (role: AuditEntry['actorRole']): string =>
  role === null ? '' : known(english.roles, role);

/** Field by field, as 'Name: value'. */
export function changesWords(fields: AuditEntry['before']): string {
  return Object.entries(fields ?? {})
    .map(([field, value]) => `${fieldWords(field)}: ${valueWords(value)}`)
    .join('; ');
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return english.unset;
  if (typeof value === 'boolean') return value ? english.yes : english.no;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || english.none;
  if (typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, part]) => `${fieldWords(name)} ${valueWords(part)}`);
  return parts.join(', ');
}
