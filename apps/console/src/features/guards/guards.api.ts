import { formShape } from '@watchpost/contract/record-fields';
import {
  createGuard,
  deleteGuard,
  exportGuards,
  getGuard,
  getGuardDetails,
  guardFields,
  type GuardRow,
  guardSortColumns,
  type IssuedSecret,
  issueGuardSecrets,
  listGuards,
  removeGuardFromSite,
  restoreGuards,
  setGuardStatus,
  updateGuard,
} from '@watchpost/contract/guards';
import { eraseGuard as erase, getGuardData } from '@watchpost/contract/personal-data';
import { secretStates } from '@watchpost/domain/guards';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, download } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { useStoredRecord } from '../../records/use-stored-record.ts';

export const guardArea = 'guards';

type Filters = Readonly<Record<string, string>>;
const stateOf = (text: string | undefined) => secretStates.find((state) => state === text);

function narrowed({ site, secret }: Filters) {
  const state = stateOf(secret);
  return { ...(site === undefined ? {} : { site }), ...(state === undefined ? {} : { secret: state }) };
}

export const guardApi: RecordApi<GuardRow, (typeof guardSortColumns)[number]> = {
  area: guardArea,
  sortColumns: guardSortColumns,
  list: (query, filters, signal) =>
    call(listGuards, { query: { ...query, ...narrowed(filters) }, signal, explainedBy: 'caller' }),
  exportAs: (query, filters, signal) =>
    download(exportGuards, { query: { ...query, ...narrowed(filters) }, signal, explainedBy: 'caller' }),
  setStatus: async (ids, activated) =>
    (await call(setGuardStatus, { body: { ids: [...ids], activated }, explainedBy: 'caller' })).ids,
  remove: async (id) => (await call(deleteGuard, { params: { id }, explainedBy: 'caller' })).ids,
  restore: async (ids) => (await call(restoreGuards, { body: { ids: [...ids] }, explainedBy: 'caller' })).ids,
};

export const loadGuard = (id: string, signal?: AbortSignal): Promise<GuardRow> =>
  call(getGuard, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy: 'caller' });

export const useGuard = (id: string) => useStoredRecord(guardArea, id, loadGuard);

export function useGuardDetails(id: string) {
  return useQuery({
    queryKey: [guardArea, 'details', id],
    queryFn: ({ signal }) => call(getGuardDetails, { params: { id }, signal, explainedBy: 'caller' }),
    staleTime: 0,
    retry: false,
  });
}

export const guardSchema = z.strictObject(formShape(guardFields));
type GuardFields = z.output<typeof guardSchema>;

/** Stores a new guard when there is no version, else the edited one. */
export async function saveGuard(
  id: string,
  fields: GuardFields,
  version: number | null,
): Promise<{ id: string; isSecretRetired: boolean }> {
  if (version !== null) {
    return call(updateGuard, { params: { id }, body: { ...fields, version }, explainedBy: 'caller' });
  }
  const made = await call(createGuard, { body: fields, explainedBy: 'caller' });
  return { ...made, isSecretRetired: false };
}

export const takeOffSite = (id: string, siteId: string) =>
  call(removeGuardFromSite, { params: { id, siteId }, explainedBy: 'caller' });

export async function issueSecrets(ids: readonly string[]): Promise<readonly IssuedSecret[]> {
  const { secrets } = await call(issueGuardSecrets, { body: { ids: [...ids] }, explainedBy: 'caller' });
  return secrets;
}

export function saveGuardData(id: string, signal: AbortSignal): Promise<void> {
  return download(getGuardData, { params: { id }, signal, explainedBy: 'caller' });
}

export function eraseGuard({ id, version }: GuardRow): Promise<{ id: string }> {
  return call(erase, { params: { id }, body: { version }, explainedBy: 'caller' });
}
