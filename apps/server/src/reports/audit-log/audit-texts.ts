// Entries of the log in words, for the file; the console's own words stand in its label catalogues.
import type { AuditEntry, AuditPage } from '@watchpost/contract/audit-log';
import { isTimeOfDay, readNameOf } from '@watchpost/domain/audit-fields';
import { clockText } from '@watchpost/domain/clock-text';
import { weekText } from '../../platform/tables-out/week-text.ts';

/** One language's words. An action or a kind of record without words of its own is read off its name. */
interface AuditTexts {
  readonly actions: Readonly<Record<string, string>>;
  readonly subjects: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly noActor: string;
  readonly unset: string;
  readonly none: string;
  readonly yes: string;
  readonly no: string;
}

const english: AuditTexts = {
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
    'mailConsent.invited': 'People asked whether to be mailed',
    'mailConsent.agreed': 'Somebody agreed to be mailed',
    'mailConsent.stopped': 'Somebody stopped being mailed',
    'infoPage.saved': 'Page saved',
    'infoPage.restored': 'Page restored',
    'message.retried': 'Message sent again',
  },
  subjects: { user: 'Account', tenant: 'Organisation', infoPage: 'Information page' },
  roles: { superAdmin: 'Super admin', subAdmin: 'Sub admin', guard: 'Guard' },
  noActor: 'No one signed in',
  unset: 'Not set',
  none: 'None',
  yes: 'Yes',
  no: 'No',
};

const known = (text: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(text, name) ? (text[name] ?? name) : fieldText(name);

/** 'defaultCountryCode' -> 'Default country code', 'PATROL_ROUTES' -> 'Patrol routes', 'site.created' -> 'Site created'. */
function fieldText(name: string): string {
  const text = /^[A-Z_]+$/.test(name) ? name : name.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  const plain = text.replaceAll(/[._]/g, ' ').toLowerCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export const actionText = (action: string): string => known(english.actions, action);
export const subjectText = (subject: string): string => known(english.subjects, subject);

export function actorText({ actorId, actorName }: AuditEntry): string {
  return actorId === null ? english.noActor : actorName;
}

export const roleText = (role: AuditEntry['actorRole']): string =>
  role === null ? '' : known(english.roles, role);

/** One side of an entry, field by field, as 'Name: value'; a record by the name it has now and the id that was written down. */
export function changesText(
  entry: Pick<AuditEntry, 'subjectType' | 'before' | 'after'>,
  side: 'before' | 'after',
  names: AuditPage['names'] = {},
): string {
  return Object.entries(entry[side] ?? {})
    .map(([field, value]) => {
      const text = valueText(value, `${entry.subjectType}.${field}`, names);
      return `${fieldText(readNameOf(field))}: ${text}`;
    })
    .join('; ');
}

/** `path` names the kind of record, then each field that leads to the value. */
function valueText(value: unknown, path: string, names: AuditPage['names']): string {
  if (value === null || value === undefined || value === '') return english.unset;
  if (typeof value === 'boolean') return value ? english.yes : english.no;
  if (typeof value === 'string') return Object.hasOwn(names, value) ? `${names[value]} (${value})` : value;
  if (typeof value === 'number') return isTimeOfDay(path) ? clockText(value) : String(value);
  if (Array.isArray(value)) return listText(value, path, names);
  return typeof value === 'object' ? pairText(value, path, names) : JSON.stringify(value);
}

function listText(list: readonly unknown[], path: string, names: AuditPage['names']): string {
  const days = list.filter((day) => typeof day === 'number');
  if (path.endsWith('.weekdays') && days.length > 0) return weekText(days);
  return list.map((value) => valueText(value, path, names)).join(', ') || english.none;
}

const pairText = (value: object, path: string, names: AuditPage['names']): string =>
  Object.entries(value)
    .map(([name, part]) => `${fieldText(readNameOf(name))} ${valueText(part, `${path}.${name}`, names)}`)
    .join(', ');
