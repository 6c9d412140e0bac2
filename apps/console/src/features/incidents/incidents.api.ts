import { oneOf, zoneName, zoneOf } from '../../records/record-search.ts';
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
  type IncidentDetails,
  incidentFields,
  type IncidentRow,
  incidentSortColumns,
  incidentStages,
  listIncidentPeople,
  listIncidents,
  updateIncident,
} from '@watchpost/contract/incidents';
import { uploadFile } from '@watchpost/contract/files';
import {
  incidentSeverities,
  type IncidentStatus,
  incidentStatuses,
  incidentTypes,
  isIncidentType,
} from '@watchpost/domain/incidents';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, download, upload } from '../../lib/api-client.ts';
import { browserHttp } from '../../lib/browser-http.ts';
import { toAddress } from '../../lib/http.ts';
import { readNarrowing, windowQueryOf } from '../../reports/narrowing.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { useStoredRecord } from '../../records/use-stored-record.ts';

export const incidentArea = 'incidents';
/** Others report and attend in the meantime: an open list or board asks again this often, and when the window is looked at again. */
export const refreshMs = 15_000;

/** Incidents know no activation, which the shared list asks of its rows. */
export type ListedIncident = IncidentRow & { readonly activated: true };

export const filterNames = [
  'site',
  'severity',
  'state',
  'type',
  'assignee',
  'from',
  'to',
  'fromMs',
  'toMs',
  zoneName,
] as const;
type Filters = Readonly<Record<string, string>>;

/** What of the address makes sense as a filter. */
export function filterOf(filters: Filters) {
  const { site, assignee, from, to } = filters;
  const zone = zoneOf(filters);
  const severity = oneOf(incidentSeverities, filters['severity']);
  const state = oneOf([...incidentStatuses, ...incidentStages], filters['state']);
  const type = oneOf(incidentTypes, filters['type']);
  return {
    ...(site === undefined ? {} : { site }),
    ...(severity === undefined ? {} : { severity }),
    ...(state === undefined ? {} : { state }),
    ...(type === undefined ? {} : { type }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(zone === '' ? {} : { zone }),
    ...windowQueryOf(readNarrowing(filters)),
  };
}

export const incidentApi: RecordApi<ListedIncident, (typeof incidentSortColumns)[number]> = {
  area: incidentArea,
  sortColumns: incidentSortColumns,
  list: async ({ searchText, sortColumn, sortType, offset, limit }, filters, signal) => {
    const query = { searchText, sortColumn, sortType, offset, limit, ...filterOf(filters) };
    const page = await call(listIncidents, { query, signal, explainedBy: 'caller' });
    return { ...page, data: page.data.map((row) => ({ ...row, activated: true as const })) };
  },
  exportAs: ({ searchText, sortColumn, sortType, format }, filters, signal) =>
    download(exportIncidents, {
      query: { searchText, sortColumn, sortType, format, ...filterOf(filters) },
      signal,
      explainedBy: 'caller',
    }),
};

/** Cards of a column: the worst first and of those the oldest; what is closed by its closing. */
export const cardsShown = 50;

export function useColumn(state: IncidentStatus, searchText: string, filters: Filters) {
  const { state: _all, ...others } = filterOf(filters);
  const order =
    state === 'Closed'
      ? ({ sortColumn: 'updatedAt', sortType: 'desc' } as const)
      : ({ sortColumn: 'severity', sortType: 'desc' } as const);
  const query = {
    ...others,
    ...order,
    state,
    limit: cardsShown,
    ...(searchText === '' ? {} : { searchText }),
  };
  return useQuery({
    queryKey: [incidentArea, 'column', query],
    queryFn: ({ signal }) => call(listIncidents, { query, signal, explainedBy: 'caller' }),
    staleTime: 0,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    placeholderData: (before) => before,
  });
}

export const loadIncident = (id: string, signal?: AbortSignal): Promise<IncidentDetails> =>
  call(getIncident, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy: 'caller' });

export const useIncident = (id: string) =>
  useStoredRecord(incidentArea, id, loadIncident, {
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  });

/** Who can be named of a site, or of all sites for an empty one. */
export function usePeople(site: string) {
  return useQuery({
    queryKey: [incidentArea, 'people', site],
    queryFn: ({ signal }) =>
      call(listIncidentPeople, {
        query: site === '' ? {} : { site },
        signal,
        explainedBy: 'caller',
      }),
    staleTime: 60_000,
  });
}

const { siteId, type, severity, description, position, guardId } = incidentFields;
export const incidentSchema = z.strictObject({ siteId, type, severity, description, position, guardId });

/** The same for an incident that an import named by a type of its own, which may stay. */
export const incidentSchemaOf = (ownType: string) =>
  z.extend(incidentSchema, {
    type: isIncidentType(ownType) || ownType === '' ? type : z.union([type, z.literal(ownType)]),
  });
export type IncidentInput = z.output<ReturnType<typeof incidentSchemaOf>>;

/** Stores a new incident with its photos when there is no version, else the edited one. */
export function saveIncident(
  id: string,
  fields: IncidentInput,
  version: number | null,
  photoIds: readonly string[],
): Promise<{ id: string }> {
  if (version === null) {
    const opened = z.parse(incidentSchema, fields);
    return call(createIncident, { body: { ...opened, photoIds: [...photoIds] }, explainedBy: 'caller' });
  }
  return call(updateIncident, { params: { id }, body: { ...fields, version }, explainedBy: 'caller' });
}

export const moveIncident = (
  id: string,
  body: { status: IncidentStatus; comment: string; version: number },
) => call(changeIncidentStatus, { params: { id }, body, explainedBy: 'caller' });

export const saveAssignee = (id: string, body: { userId: string | null; version: number }) =>
  call(assignIncident, { params: { id }, body, explainedBy: 'caller' });

export const comment = (id: string, text: string) =>
  call(commentOnIncident, { params: { id }, body: { comment: text }, explainedBy: 'caller' });

export const addPhotos = (id: string, photoIds: readonly string[]) =>
  call(addIncidentPhotos, { params: { id }, body: { photoIds: [...photoIds] }, explainedBy: 'caller' });

/** Its times go by the zone. */
export const savePdf = (id: string, zone: string) =>
  download(exportIncidentReport, { params: { id }, query: { zone }, explainedBy: 'caller' });

/** Id of the stored picture. */
export async function uploadImage(file: File, signal: AbortSignal): Promise<string> {
  const query = { purpose: 'image' } as const;
  const sent = { blob: file, name: file.name };
  return (await upload(uploadFile, sent, { query, signal, explainedBy: 'caller' })).fileId;
}

export function photoAddress(id: string, fileId: string, size: 'main' | '96' | '250'): string {
  return browserHttp.baseUrl() + toAddress(getIncidentPhoto.path, { id, fileId }, { size });
}
