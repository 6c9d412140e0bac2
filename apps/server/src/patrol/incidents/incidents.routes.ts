import { sendFieldIncident, sendFieldIncidentPhoto } from '@watchpost/contract/field-incidents';
import {
  addIncidentPhotos,
  assignIncident,
  changeIncidentStatus,
  commentOnIncident,
  createIncident,
  exportIncidentReport,
  exportIncidents,
  getIncident,
  getIncidentPhoto,
  type IncidentRow,
  listIncidentPeople,
  listIncidents,
  updateIncident,
} from '@watchpost/contract/incidents';
import { uploadMaxBytes } from '@watchpost/domain/limits';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey } from '../../platform/adapters/files/picture-parts.ts';
import type { FieldLimits } from '../../platform/access/field-limits.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { fileClockOf, findReportZone } from '../../platform/exports/report-zone.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { exportRecords, type RecordExport } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { receivePhoto, receiveReport } from './field-incidents.service.ts';
import { findPhotoFile } from './incident-details.queries.ts';
import { makeIncidentReport } from './incident-report.service.ts';
import { incidentConditions, incidentTable } from './incident-table.ts';
import {
  addComment,
  addPhotos,
  editIncident,
  changeAssignee,
  moveIncident,
  openIncident,
  viewIncident,
  viewIncidentDetails,
  viewPeople,
} from './incidents.service.ts';
import { incidentTexts } from '../../company/notifications/incident-texts.ts';

const { types, severities, statuses } = incidentTexts('en');
const degrees = { kind: 'number', width: 12, format: '0.000000' } as const;

const incidentExport: RecordExport<IncidentRow> = {
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

interface IncidentSettings {
  readonly limits: FieldLimits;
  readonly files: FileStore;
}

export function incidentRoutes(settings: IncidentSettings): Route[] {
  return [...readingRoutes(settings), ...changingRoutes(), ...fieldRoutesOf(settings)];
}

function readingRoutes({ files }: IncidentSettings): Route[] {
  return [
    route(listIncidents, async ({ caller: { scope }, query, timeZone }) => {
      const zone = await findReportZone(scope, query, timeZone);
      return findRecords<IncidentRow>(scope, incidentTable, query, incidentConditions(query, zone));
    }),

    route(exportIncidents, async (context) => {
      const { caller, query, timeZone } = context;
      const zone = await findReportZone(caller.scope, query, timeZone);
      const file = { ...incidentExport, clock: fileClockOf(zone) };
      return exportRecords(context, file, query, incidentConditions(query, zone));
    }),

    route(listIncidentPeople, ({ caller, query }) => viewPeople(caller, query.site)),

    route(getIncident, ({ caller: { scope }, params }) => viewIncidentDetails(scope, params.id)),

    route(getIncidentPhoto, async ({ caller: { scope }, params, query }) => {
      const { id } = await viewIncident(scope, params.id);
      const file = await findPhotoFile(scope, id, params.fileId);
      const content = file === null ? null : await files.get(partKey(file.storageKey, query.size));
      if (file === null || content === null) throw new AppError('notFound');
      return { fileName: file.name, mediaType: file.mediaType, chunks: only(content) };
    }),

    route(exportIncidentReport, (context) => makeIncidentReport(files, context)),
  ];
}

function changingRoutes(): Route[] {
  return [
    route(createIncident, (context) => {
      const { photoIds, ...fields } = context.body;
      return openIncident(context.caller, fields, photoIds, auditOrigin(context));
    }),

    route(updateIncident, (context) => {
      const { version, ...fields } = context.body;
      return editIncident(context.caller, context.params.id, { fields, version }, auditOrigin(context));
    }),

    route(changeIncidentStatus, (context) =>
      moveIncident(context.caller, context.params.id, context.body, auditOrigin(context)),
    ),

    route(assignIncident, (context) =>
      changeAssignee(context.caller, context.params.id, context.body, auditOrigin(context)),
    ),

    route(commentOnIncident, (context) =>
      addComment(context.caller, context.params.id, context.body.comment, auditOrigin(context)),
    ),

    route(addIncidentPhotos, (context) =>
      addPhotos(context.caller, context.params.id, context.body.photoIds, auditOrigin(context)),
    ),
  ];
}

function fieldRoutesOf({ files, limits }: IncidentSettings): Route[] {
  return [
    route(sendFieldIncident, async ({ caller: { scope }, body }) => {
      limits.take(scope, 'incidents');
      return receiveReport(scope, body);
    }),

    route(sendFieldIncidentPhoto, async ({ caller: { scope }, params, readFile }) => {
      // Before the photo is read into memory.
      limits.take(scope, 'photos');
      const { name, bytes } = await readFile(uploadMaxBytes);
      return receivePhoto(files, scope, { incidentId: params.id, photoId: params.photoId, name, bytes });
    }),
  ];
}

async function* only(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
