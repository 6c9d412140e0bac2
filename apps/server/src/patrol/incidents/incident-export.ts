import type { IncidentRow } from '@watchpost/contract/incidents';
import { incidentWords } from '../../company/notifications/incident-words.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import { incidentTable } from './incident-table.ts';

const { types, severities, statuses } = incidentWords('en');
const degrees = { kind: 'number', width: 12, format: '0.000000' } as const;

export const incidentExport: RecordExport<IncidentRow> = {
  table: incidentTable,
  id: 'incidents',
  title: 'Incidents',
  siteZone: (incident) => incident.siteTimeZone,
  columns: [
    { header: 'Reported', kind: 'date', width: 18, value: (incident) => incident.reportedAt },
    { header: 'Site', kind: 'text', width: 26, value: (incident) => incident.siteName },
    { header: 'Type', kind: 'text', width: 20, value: ({ type }) => types[type] ?? type },
    { header: 'Severity', kind: 'text', width: 11, value: (incident) => severities[incident.severity] ?? '' },
    { header: 'Status', kind: 'text', width: 11, value: (incident) => statuses[incident.status] ?? '' },
    { header: 'Since', kind: 'date', width: 18, value: (incident) => incident.statusAt },
    { header: 'Description', kind: 'text', width: 48, value: (incident) => incident.description },
    { header: 'Reported By', kind: 'text', width: 22, value: (incident) => incident.reporterName },
    { header: 'Assigned To', kind: 'text', width: 22, value: (incident) => incident.assigneeName },
    { header: 'Photos', kind: 'number', width: 8, value: (incident) => incident.photos },
    {
      header: 'Doubts',
      kind: 'text',
      width: 18,
      value: ({ isFromLostPhone, isSentLate, isFromFuture }) =>
        [
          ...(isFromLostPhone ? ['From a lost phone'] : []),
          ...(isSentLate ? ['Sent late'] : []),
          ...(isFromFuture ? ['Dated after it arrived'] : []),
        ].join(', '),
    },
    { header: 'Latitude', ...degrees, value: (incident) => incident.latitude },
    { header: 'Longitude', ...degrees, value: (incident) => incident.longitude },
    { header: 'Incident ID', kind: 'text', width: 38, value: (incident) => incident.id },
  ],
};
