// Entries of the log in words.
import type { AuditEntry, AuditPage } from '@watchpost/contract/audit-log';
import { readNameOf } from '@watchpost/domain/audit-fields';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { currentLocale, t, translate } from '../../lib/labels.ts';
import { codeText, numberText, weekdayListText } from './audit-values.ts';
import { namesField } from './export-values.ts';

dayjs.extend(utc);

export const actionText = (action: string): string => translate(`audit.action.${action}`);
export const subjectText = (subjectType: string): string => translate(`audit.subject.${subjectType}`);

export function actorText({ actorId, actorName }: AuditEntry): string {
  return actorId === null ? t('audit.nobody') : actorName;
}

/** A page of information goes by its title, everything else by the name that it had. */
export function recordText({ subjectType, subjectId, subjectLabel }: AuditEntry): string {
  return subjectType === 'infoPage' ? translate(`infoPage.${subjectId}`) : subjectLabel;
}

/** What the server does by itself it does with no browser. */
export function agentText({ agent }: AuditEntry): string {
  return agent === 'system' ? t('audit.system') : agent || t('audit.unknown');
}

export const utcText = (atMs: number): string =>
  t('audit.utc', { time: dayjs.utc(atMs).format('YYYY-MM-DD HH:mm:ss') });

/** Short name of the zone at that instant, e.g. 'GMT+5:30'. */
export function zoneText(atMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { timeZone, timeZoneName: 'short' });
  const parts = format.formatToParts(atMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

export interface ChangedField {
  readonly name: string;
  /** Null where the side says nothing of the field. */
  readonly before: string | null;
  readonly after: string | null;
}

type Names = AuditPage['names'];

/** Field by field, what it was and what it became; records by their names, as far as these are known. */
export function changedFields(
  { subjectType, subjectId, before, after }: AuditEntry,
  recordNames: Names = {},
): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  // What a code of an export means depends on the report that it narrowed.
  const kind = subjectType === 'report' ? `report.${subjectId}` : subjectType;
  const side = (fields: AuditEntry['before'], name: string) =>
    fields !== null && Object.hasOwn(fields, name)
      ? valueText(fields[name], `${kind}.${name}`, recordNames)
      : null;
  return [...names].map((name) => ({ name, before: side(before, name), after: side(after, name) }));
}

/** `path` names the kind of record, then each field that leads to the value. */
function valueText(value: unknown, path: string, names: Names): string {
  if (value === null || value === undefined || value === '') return t('audit.unset');
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'string') {
    return namesField(path) ? fieldText(value) : (nameOf(value, names) ?? codeText(path, value));
  }
  if (typeof value === 'number') return numberText(path, value);
  if (Array.isArray(value)) return listText(value, path, names);
  return typeof value === 'object' ? pairText(value, path, names) : JSON.stringify(value);
}

/** Own keys alone: anyone who writes 'constructor' into a field means the word. */
const nameOf = (value: string, names: Names): string | undefined =>
  Object.hasOwn(names, value) ? names[value] : undefined;

const listText = (list: readonly unknown[], path: string, names: Names): string =>
  weekdayListText(path, list) ??
  (list.map((value) => valueText(value, path, names)).join(', ') || t('audit.noneOfIt'));

const pairText = (value: object, path: string, names: Names): string =>
  Object.entries(value)
    .map(([name, part]) => `${fieldText(name)} ${valueText(part, `${path}.${name}`, names)}`)
    .join(', ');

/** 'defaultCountryCode' -> 'Default country code', 'GUARDS' -> 'Guards', unless the language has a word of its own. */
export function fieldText(field: string): string {
  const key = `field.${field}`;
  const own = translate(key);
  if (own !== key) return own;
  const name = readNameOf(field);
  const text = /^[A-Z_]+$/.test(name)
    ? name.replaceAll('_', ' ').toLowerCase()
    : name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
