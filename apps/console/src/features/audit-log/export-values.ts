// Words for what an export was asked for: the query of its list, as it was sent.
import { incidentStages } from '@watchpost/contract/incidents';
import dayjs from 'dayjs';
import { dateFormat, viewerClock } from '../../lib/rounds/round-times.ts';
import { clockWords, daysWords } from '../../records/week-words.ts';

const below = (family: string) => (code: string) => `${family}.${code}`;

const isStage = (code: string): boolean => incidentStages.some((stage) => stage === code);

/** The label of a code by the field that holds it: of one report by its id, else of all. */
const labelOf: Readonly<Record<string, (code: string) => string>> = {
  'auditLog.action': below('audit.action'),
  'auditLog.subjectType': below('audit.subject'),
  'devices.status': below('devices.status'),
  doubt: below('trust'),
  'exceptions.age': below('exceptions.age'),
  'exceptions.kind': below('exceptions.kind'),
  'exceptions.severity': below('exceptions.severity'),
  'exceptions.status': (code) =>
    code === 'unsettled' ? 'exceptions.unsettled' : `exceptions.status.${code}`,
  format: below('records.exportAs'),
  'incidents.severity': below('incidents.severity'),
  'incidents.state': (code) => (isStage(code) ? `incidents.stage.${code}` : `incidents.status.${code}`),
  'incidents.type': below('incidents.type'),
  'loginLogout.status': below('logins.status'),
  'roundRemarks.status': below('narrow'),
  'scannedCheckpoints.status': below('narrow'),
  sortType: below('audit.sort'),
  status: below('records.status'),
};

interface Asked {
  readonly report: string;
  readonly field: string;
}

/** What was asked of a report; undefined for a path of another kind of record. */
export function askedOf(path: string): Asked | undefined {
  const [kind, report = '', field = '', ...deeper] = path.split('.');
  return kind === 'report' && field !== '' && deeper.length === 0 ? { report, field } : undefined;
}

/** Whether a field holds the name of a field, by which the rows are sorted. */
export const namesField = (path: string): boolean => askedOf(path)?.field === 'sortColumn';

/** The key of the label that a code of an export has. */
export const exportLabel = ({ report, field }: Asked, code: string): string | undefined =>
  (labelOf[`${report}.${field}`] ?? labelOf[field])?.(code);

const dayFields = new Set(['from', 'to', 'closedFrom', 'closedTo']);

/** A calendar day as the tenant writes days; undefined for a field of another kind. */
export const exportDay = ({ field }: Asked, text: string): string | undefined =>
  dayFields.has(field) && dayjs(text).isValid() ? dayjs(text).format(dateFormat()) : undefined;

/** A weekday, an hour of the day or an instant in words; undefined for any other number. */
export function exportNumber({ field }: Asked, value: number): string | undefined {
  if (field === 'weekday') return daysWords([value]);
  if (field === 'hour') return clockWords(value * 60);
  if (field === 'fromMs' || field === 'toMs') return viewerClock(value);
  return undefined;
}
