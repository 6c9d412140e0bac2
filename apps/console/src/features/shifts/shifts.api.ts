import { formShape } from '@watchpost/contract/record-fields';
import {
  createShift,
  deleteShift,
  exportShifts,
  getShift,
  getShiftPlan,
  listShifts,
  restoreShifts,
  setShiftStatus,
  shiftFields,
  type ShiftRow,
  shiftSortColumns,
  timesDiffer,
  updateShift,
} from '@watchpost/contract/shifts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, download } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { useStoredRecord } from '../../records/use-stored-record.ts';

export const shiftArea = 'shifts';

type Filters = Readonly<Record<string, string>>;
const ofSite = ({ site }: Filters) => (site === undefined ? {} : { site });
const explainedBy = 'caller';

export const shiftApi: RecordApi<ShiftRow, (typeof shiftSortColumns)[number]> = {
  area: shiftArea,
  sortColumns: shiftSortColumns,
  list: (query, filters, signal) =>
    call(listShifts, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  exportAs: (query, filters, signal) =>
    download(exportShifts, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  setStatus: async (ids, activated) =>
    (await call(setShiftStatus, { body: { ids: [...ids], activated }, explainedBy })).ids,
  remove: async (id) => (await call(deleteShift, { params: { id }, explainedBy })).ids,
  restore: async (ids) => (await call(restoreShifts, { body: { ids: [...ids] }, explainedBy })).ids,
};

export const loadShift = (id: string, signal?: AbortSignal): Promise<ShiftRow> =>
  call(getShift, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy });

export const useShift = (id: string) => useStoredRecord(shiftArea, id, loadShift);

/** The site's week with its guards; nothing is asked for without a site. */
export function useShiftPlan(site: string) {
  return useQuery({
    queryKey: [shiftArea, 'plan', site],
    queryFn: ({ signal }) => call(getShiftPlan, { query: { site }, signal, explainedBy }),
    enabled: site !== '',
    staleTime: 0,
  });
}

export const shiftSchema = z.strictObject(formShape(shiftFields)).check(timesDiffer);
type ShiftFields = Omit<z.output<typeof shiftSchema>, 'siteId'>;

/** Stores a new shift when there is no version, else the edited one, whose site stays. */
export function saveShift(
  id: string,
  { siteId, ...fields }: ShiftFields & { siteId: string },
  version: number | null,
): Promise<{ id: string; version: number }> {
  if (version === null) return call(createShift, { body: { siteId, ...fields }, explainedBy });
  return storeShift(id, fields, version);
}

/** Throws an ApiError with editedMeanwhile when somebody else saved since the version. */
export function storeShift(
  id: string,
  fields: ShiftFields,
  version: number,
): Promise<{ id: string; version: number }> {
  return call(updateShift, { params: { id }, body: { ...fields, version }, explainedBy });
}
