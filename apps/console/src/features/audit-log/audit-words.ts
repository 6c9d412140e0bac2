// Entries of the log in words.
import type { AuditEntry } from '@watchpost/contract/audit-log';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { dateTimeFormat } from '../../lib/date-display.ts';
import { currentLocale, t, translate } from '../../lib/labels.ts';
import { codeWords, weekdayListWords } from './audit-values.ts';

dayjs.extend(utc);

export const actionWords = (action: string): string => translate(`audit.action.${action}`);
export const subjectWords = (subjectType: string): string => translate(`audit.subject.${subjectType}`);

export function actorWords({ actorId, actorName }: AuditEntry): string {
  return actorId === null ? t('audit.nobody') : actorName;
}

/** A page of information goes by its title, everything else by the name that it had. */
export function recordWords({ subjectType, subjectId, subjectLabel }: AuditEntry): string {
  return subjectType === 'infoPage' ? translate(`infoPage.${subjectId}`) : subjectLabel;
}

/** What the server does by itself it does with no browser. */
export function agentWords({ agent }: AuditEntry): string {
  return agent === 'system' ? t('audit.system') : agent || t('audit.unknown');
}

/** In the viewer's own zone. */
export const timeWords = (atMs: number): string => dayjs(atMs).format(dateTimeFormat());

export const utcWords = (atMs: number): string =>
  t('audit.utc', { time: dayjs.utc(atMs).format('YYYY-MM-DD HH:mm:ss') });

/** Short name of the viewer's zone at that instant, e.g. 'GMT+5:30'. */
export function zoneWords(atMs: number): string {
  const parts = new Intl.DateTimeFormat(currentLocale(), { timeZoneName: 'short' }).formatToParts(atMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

export interface ChangedField {
  readonly name: string;
  /** Null where the side says nothing of the field. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Field by field, what it was and what it became. */
export function changedFields({ subjectType, before, after }: AuditEntry): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const side = (fields: AuditEntry['before'], name: string) =>
    fields !== null && Object.hasOwn(fields, name)
      ? valueWords(fields[name], `${subjectType}.${name}`)
      : null;
  return [...names].map((name) => ({ name, before: side(before, name), after: side(after, name) }));
}

/** `path` names the kind of record, then each field that leads to the value. */
function valueWords(value: unknown, path: string): string {
  if (value === null || value === undefined || value === '') return t('audit.unset');
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'string') return codeWords(path, value);
  if (Array.isArray(value)) return listWords(value, path);
  return typeof value === 'object' ? pairWords(value, path) : JSON.stringify(value);
}

const listWords = (list: readonly unknown[], path: string): string =>
  weekdayListWords(path, list) ??
  (list.map((value) => valueWords(value, path)).join(', ') || t('audit.noneOfIt'));

const pairWords = (value: object, path: string): string =>
  Object.entries(value)
    .map(([name, part]) => `${fieldWords(name)} ${valueWords(part, `${path}.${name}`)}`)
    .join(', ');

/** 'defaultCountryCode' -> 'Default country code', 'GUARDS' -> 'Guards', unless the language has a word of its own. */
export function fieldWords(name: string): string {
  const key = `field.${name}`;
  const own = translate(key);
  if (own !== key) return own;
  const words = /^[A-Z_]+$/.test(name)
    ? name.replaceAll('_', ' ').toLowerCase()
    : name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
