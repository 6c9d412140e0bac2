import {
  addExceptionEvidence,
  assignExceptions,
  closeExceptions,
  commentOnException,
  reopenException,
  takeExceptions,
} from '@watchpost/contract/exception-changes';
import {
  type ExceptionRow,
  exceptionSortColumns,
  exportExceptions,
  getException,
  getExceptionEvidence,
  listExceptionOwners,
  listExceptions,
  summarizeExceptions,
} from '@watchpost/contract/exceptions';
import {
  exceptionAgeStates,
  exceptionKinds,
  type ExceptionOutcome,
  exceptionSeverities,
  exceptionStatuses,
} from '@watchpost/domain/exceptions';
import { useQuery } from '@tanstack/react-query';
import { call, download, upload } from '../../lib/api-client.ts';
import { browserHttp } from '../../lib/browser-http.ts';
import { toAddress } from '../../lib/http.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { oneOf, zoneName, zoneOf } from '../../records/record-search.ts';

export const exceptionArea = 'exceptions';

/** Exceptions know no activation, which the shared list asks of its rows. */
export type ListedException = ExceptionRow & { readonly activated: true };

export const filterNames = [
  'state',
  'kind',
  'severity',
  'owner',
  'age',
  'site',
  'guard',
  'from',
  'to',
  'closedFrom',
  'closedTo',
  zoneName,
] as const;
type Filters = Readonly<Record<string, string>>;

/** A list that says nothing of the status is the queue: what no one closed yet. */
const everyState = 'all';

/** What of the address makes sense as a filter. */
export function filterOf(filters: Filters) {
  const { state, site, guard, owner, from, to, closedFrom, closedTo } = filters;
  const isOfClosed = closedFrom !== undefined || closedTo !== undefined;
  const zone = zoneOf(filters);
  const queue = isOfClosed ? ('closed' as const) : ('unsettled' as const);
  return {
    status: state === everyState ? undefined : (oneOf(exceptionStatuses, state) ?? queue),
    kind: oneOf(exceptionKinds, filters['kind']),
    severity: oneOf(exceptionSeverities, filters['severity']),
    age: oneOf(exceptionAgeStates, filters['age']),
    site,
    guard,
    owner,
    from,
    to,
    closedFrom,
    closedTo,
    ...(zone === '' ? {} : { zone }),
  };
}

const list: RecordApi<ListedException, (typeof exceptionSortColumns)[number]>['list'] = async (
  { searchText, sortColumn, sortType, offset, limit },
  filters,
  signal,
) => {
  const query = { searchText, sortColumn, sortType, offset, limit, ...filterOf(filters) };
  const page = await call(listExceptions, { query, signal, explainedBy: 'caller' });
  return { ...page, data: page.data.map((row) => ({ ...row, activated: true as const })) };
};

/** Of those who may not export. */
export const viewingApi: RecordApi<ListedException, (typeof exceptionSortColumns)[number]> = {
  area: exceptionArea,
  sortColumns: exceptionSortColumns,
  list,
};

export const exportingApi: typeof viewingApi = {
  ...viewingApi,
  exportAs: ({ searchText, sortColumn, sortType, format }, filters, signal) =>
    download(exportExceptions, {
      query: { searchText, sortColumn, sortType, format, ...filterOf(filters) },
      signal,
      explainedBy: 'caller',
    }),
};

/** Its days are those of the zone. */
export function useSummary(site: string, zone: string) {
  const query = { ...(site === '' ? {} : { site }), ...(zone === '' ? {} : { zone }) };
  return useQuery({
    queryKey: [exceptionArea, 'summary', query],
    queryFn: ({ signal }) => call(summarizeExceptions, { query, signal, explainedBy: 'caller' }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}

/** Who can be given the exceptions of a site, or of any for an empty one. */
export function useOwners(site: string) {
  return useQuery({
    queryKey: [exceptionArea, 'owners', site],
    queryFn: ({ signal }) =>
      call(listExceptionOwners, { query: site === '' ? {} : { site }, signal, explainedBy: 'caller' }),
    staleTime: 60_000,
  });
}

const load = (id: string, signal?: AbortSignal) =>
  call(getException, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy: 'caller' });

/** The same ones as they are by now. */
export const loadAgain = (items: readonly Item[]): Promise<ExceptionRow[]> =>
  Promise.all(items.map(async ({ id }) => (await load(id)).exception));

export function useException(id: string) {
  return useQuery({
    queryKey: [exceptionArea, 'one', id],
    queryFn: ({ signal }) => load(id, signal),
    staleTime: 0,
    retry: false,
  });
}

/** As the caller saw it. */
export interface Item {
  readonly id: string;
  readonly version: number;
}

const itemsOf = (items: readonly Item[]): Item[] => items.map(({ id, version }) => ({ id, version }));

/** `takesOver`: also from whoever else has them in hand. */
export const take = (items: readonly Item[], takesOver: boolean) =>
  call(takeExceptions, { body: { items: itemsOf(items), takesOver }, explainedBy: 'caller' });

export const assign = (items: readonly Item[], userId: string | null) =>
  call(assignExceptions, { body: { items: itemsOf(items), userId }, explainedBy: 'caller' });

export const close = (
  items: readonly Item[],
  closing: { readonly outcome: ExceptionOutcome; readonly reason: string },
) => call(closeExceptions, { body: { items: itemsOf(items), ...closing }, explainedBy: 'caller' });

export const reopen = ({ id, version }: Item, reason: string) =>
  call(reopenException, { params: { id }, body: { version, reason }, explainedBy: 'caller' });

export const comment = (id: string, text: string) =>
  call(commentOnException, { params: { id }, body: { text }, explainedBy: 'caller' });

export const addEvidence = (id: string, file: File) =>
  upload(addExceptionEvidence, { blob: file, name: file.name }, { params: { id }, explainedBy: 'caller' });

export function evidenceAddress(id: string, fileId: string, size: 'main' | '96' | '250'): string {
  return browserHttp.baseUrl() + toAddress(getExceptionEvidence.path, { id, fileId }, { size });
}

export const saveEvidence = (id: string, fileId: string) =>
  download(getExceptionEvidence, { params: { id, fileId }, query: { size: 'main' }, explainedBy: 'caller' });
