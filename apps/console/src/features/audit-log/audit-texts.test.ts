import type { AuditEntry } from '@watchpost/contract/audit-log';
import { auditActionNames, auditSubjects } from '@watchpost/domain/audit-actions';
import { deviceStatuses } from '@watchpost/domain/devices';
import { exceptionOutcomes, exceptionStatuses } from '@watchpost/domain/exceptions';
import { incidentSeverities, incidentStatuses, incidentTypes } from '@watchpost/domain/incidents';
import { importModes } from '@watchpost/domain/record-import';
import {
  reportContents,
  reportFormats,
  reportPeriods,
  timingKinds,
} from '@watchpost/domain/scheduled-reports';
import { dueStatuses, tourKinds } from '@watchpost/domain/tours';
import { trustFlags } from '@watchpost/domain/trust';
import { localeOf } from '@watchpost/domain/languages';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../labels/en.json?translation';
import { takeDateFormat } from '../../lib/date-display.ts';
import { speakLanguage } from '../../lib/labels.ts';
import hi from '../../labels/hi.json?translation';
import mr from '../../labels/mr.json?translation';
import { loadAreaTexts } from '../../lib/language.ts';
import { codeText } from './audit-values.ts';
import {
  actionText,
  actorText,
  agentText,
  changedFields,
  fieldText,
  recordText,
  subjectText,
} from './audit-texts.ts';

beforeAll(loadAreaTexts);

const entry: AuditEntry = {
  id: '',
  at: 0,
  actorId: 'a',
  actorName: 'Asha Rao',
  actorRole: 'superAdmin',
  action: 'settings.changed',
  subjectType: 'tenant',
  subjectId: 't',
  subjectLabel: 'Acme',
  before: null,
  after: null,
  address: '',
  agent: '',
  requestId: '',
};

describe('words', () => {
  it('there are some for every action and every kind of record', () => {
    for (const action of auditActionNames) expect(actionText(action)).not.toContain('audit.');
    for (const subject of auditSubjects) expect(subjectText(subject)).not.toContain('audit.');
  });

  it('no one is no one, whatever the name', () => {
    expect([actorText(entry), actorText({ ...entry, actorId: null, actorName: '' })]).toEqual([
      'Asha Rao',
      'No one signed in',
    ]);
    expect(recordText({ ...entry, subjectType: 'infoPage', subjectId: 'faqs' })).toBe('FAQs');
  });

  it.each([
    ['defaultCountryCode', 'Default country code'],
    ['SCANNED_CHECKPOINTS', 'Scanned checkpoints'],
    ['name', 'Name'],
    ['guardIds', 'Guards'],
    ['fromMinute', 'From'],
    ['employeeId', 'Employee id'],
  ])('the field %s reads %s', (name, text) => expect(fieldText(name)).toBe(text));
});

describe('changed fields', () => {
  it('show both sides of each field, and what only one side has', () => {
    const before = { name: 'Old', mapCentre: { latitude: 1, longitude: 2 }, GUARDS: ['view'], note: '' };
    const after = { name: 'New', mapCentre: { latitude: 1, longitude: 3 }, GUARDS: [], isOn: true };
    expect(changedFields({ ...entry, before, after })).toEqual([
      { name: 'name', before: 'Old', after: 'New' },
      { name: 'mapCentre', before: 'Latitude 1, Longitude 2', after: 'Latitude 1, Longitude 3' },
      { name: 'GUARDS', before: 'View', after: 'None' },
      { name: 'note', before: 'Not set', after: null },
      { name: 'isOn', before: null, after: 'Yes' },
    ]);
    expect(changedFields(entry)).toEqual([]);
  });

  const [asha, gone] = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002'];
  const named = (subjectType: string, after: AuditEntry['after']) =>
    changedFields({ ...entry, subjectType, after }, { [asha]: 'Asha Rao' }).map(
      (field) => `${fieldText(field.name)}: ${field.after?.replaceAll('\u00a0', ' ')}`,
    );

  it('name records as they are called, and one of which nothing is known by its id', () => {
    expect(named('shift', { guardIds: [asha, gone] })).toEqual([`Guards: Asha Rao, ${gone}`]);
    expect(named('patrolRoute', { stops: [{ checkpointId: asha, expectedMinutes: 540 }] })).toEqual([
      'Stops: Checkpoint Asha Rao, Expected minutes 540',
    ]);
  });

  it.each(['constructor', '__proto__', 'toString'])('read %s as it was written', (name) =>
    expect(named('site', { name })).toEqual([`Name: ${name}`]),
  );

  it.each([
    ['MMM DD, YYYY hh:mm A', '09:00 AM', '10:30 PM'],
    ['DD/MM/YYYY HH:mm', '09:00', '22:30'],
  ])('tell times of the day as %s does', (format, nine, half) => {
    takeDateFormat(format);
    expect(named('shift', { fromMinute: 540, toMinute: 1350 })).toEqual([`From: ${nine}`, `To: ${half}`]);
    const schedule = { kind: 'times', minutes: [540, 1350], everyMinutes: 540 };
    expect(named('patrolTour', { schedule, graceMinutes: 540 })).toEqual([
      `Schedule: Kind At times, Times ${nine}, ${half}, Every minutes 540`,
      'Grace minutes: 540',
    ]);
    expect(named('scheduledReport', { timing: { minute: 540 }, dayStartMinute: 1350 })).toEqual([
      `Timing: Time ${nine}`,
      `Day start: ${half}`,
    ]);
    takeDateFormat(undefined);
  });
});

describe('values that are codes', () => {
  const codes: readonly [string, readonly string[]][] = [
    ['checkpoint.mode', importModes],
    ['device.status', deviceStatuses],
    ['exception.outcome', exceptionOutcomes],
    ['exception.status', exceptionStatuses],
    ['guard.mode', importModes],
    ['incident.severity', incidentSeverities],
    ['incident.status', incidentStatuses],
    ['incident.type', incidentTypes],
    ['patrolTour.schedule.kind', tourKinds],
    ['patrolTour.status', dueStatuses],
    ['scheduledReport.contents', reportContents],
    ['scheduledReport.formats', reportFormats],
    ['scheduledReport.kind', ['planned', 'test', 'event']],
    ['scheduledReport.period', reportPeriods],
    ['scheduledReport.timing.kind', timingKinds],
    ['tenant.GUARDS', ['view', 'add', 'edit', 'status', 'delete', 'import']],
    ['tenant.alwaysFlags', trustFlags],
  ];
  const translations = [
    ['hi', hi],
    ['mr', mr],
  ] as const;

  afterEach(() => speakLanguage('en', 'en-US', en));

  it.each(translations)('have words in %s', (language, texts) => {
    speakLanguage(language, localeOf(language), texts);
    const raw = codes.flatMap(([path, values]) => values.filter((code) => codeText(path, code) === code));
    expect(raw).toEqual([]);
  });

  it('of an export read as in the list that it was made of', () => {
    takeDateFormat('DD/MM/YYYY HH:mm');
    const exported = (subjectId: string, after: AuditEntry['after']) =>
      changedFields({ ...entry, subjectType: 'report', subjectId, after }).map(
        ({ name, after: text }) => `${fieldText(name)}: ${text}`,
      );
    const asked = { format: 'xls', from: '2026-11-28', sortColumn: 'scannedStartTime', sortType: 'desc' };
    expect(exported('scannedCheckpoints', { ...asked, status: 'incompleted', hour: 22, rows: 405 })).toEqual([
      'Format: Excel 97 to 2003 (.xls)',
      'From: 28/11/26',
      'Sort column: Scanned start time',
      'Sort type: Descending',
      'Status: Incompleted',
      'Hour: 22:00',
      'Rows: 405',
    ]);
    expect(exported('loginLogout', { status: 'closedBySystem' })).toEqual(['Status: Closed by system']);
    expect(exported('incidents', { state: 'answered', severity: 'high' })).toEqual([
      'State: Attended at some time',
      'Severity: High',
    ]);
    expect(exported('sites', { status: 'deactive', searchText: 'desc' })).toEqual([
      'Status: Deactive',
      'Search text: desc',
    ]);
    takeDateFormat(undefined);
  });

  it('read as elsewhere, in lists and fields of fields too; days are named', () => {
    const after = {
      kind: 'planned',
      contents: ['dueRounds', 'incidents'],
      timing: { kind: 'weekly', weekdays: [2, 3] },
      name: 'planned',
    };
    const text = changedFields({ ...entry, subjectType: 'scheduledReport', after }).map(
      (field) => field.after,
    );
    expect(text).toEqual([
      'On schedule',
      'Due rounds, Incidents',
      'Kind Weekly, Weekdays Mon Tue',
      'planned',
    ]);
    expect(agentText({ ...entry, agent: 'system' })).toBe('Watchpost itself');
  });
});
