// Words for values that are stored as codes: which label a code has depends on whose field it is.
import { isTimeOfDay } from '@watchpost/domain/audit-fields';
import { translate } from '../../lib/labels.ts';
import { clockWords, daysWords } from '../../records/week-words.ts';
import { askedOf, exportDay, exportLabel, exportNumber } from './export-values.ts';

const below = (family: string) => (code: string) => `${family}.${code}`;

/** The label of a code, by kind of record and by the names of the fields that lead to it. */
const labelOf: Readonly<Record<string, (code: string) => string>> = {
  'checkpoint.mode': below('imports.mode'),
  'device.status': below('devices.status'),
  'exception.outcome': below('exceptions.outcome'),
  'exception.status': below('exceptions.status'),
  'guard.mode': below('imports.mode'),
  'incident.severity': below('incidents.severity'),
  'incident.status': below('incidents.status'),
  'incident.type': below('incidents.type'),
  'patrolTour.schedule.kind': (kind) => `tours.kind${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
  'patrolTour.status': below('dueRounds'),
  'scheduledReport.contents': below('scheduled.content'),
  'scheduledReport.formats': below('scheduled.format'),
  'scheduledReport.kind': below('scheduled.runKind'),
  'scheduledReport.period': below('scheduled.period'),
  'scheduledReport.reason': below('scheduled.reason'),
  'scheduledReport.timing.kind': below('scheduled.kind'),
  'tenant.alwaysFlags': below('trust'),
};

/** What groups of access hold, e.g. 'tenant.GUARDS'. */
const accessPath = /^tenant\.[A-Z_]+$/;

function labelKey(path: string, code: string): string | undefined {
  if (accessPath.test(path)) return `access.action.${code}`;
  const asked = askedOf(path);
  return asked === undefined ? labelOf[path]?.(code) : exportLabel(asked, code);
}

/** The words of a code where it has a label; anything else reads as it was written. */
export function codeText(path: string, code: string): string {
  const asked = askedOf(path);
  const day = asked === undefined ? undefined : exportDay(asked, code);
  if (day !== undefined) return day;
  const key = labelKey(path, code);
  if (key === undefined) return code;
  const text = translate(key);
  return text === key ? code : text;
}

/** A time where the field holds one; else the number as it was written. */
export function numberText(path: string, value: number): string {
  const asked = askedOf(path);
  const text = asked === undefined ? undefined : exportNumber(asked, value);
  return text ?? (isTimeOfDay(path) ? clockWords(value) : String(value));
}

/** Days of the week by their numbers; undefined for any other list. */
export function weekdayListText(path: string, list: readonly unknown[]): string | undefined {
  const days = list.filter((day) => typeof day === 'number');
  return path.endsWith('.weekdays') && days.length > 0 ? daysWords(days) : undefined;
}
