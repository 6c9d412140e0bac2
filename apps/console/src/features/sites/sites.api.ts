import { formShape } from '@watchpost/contract/record-fields';
import {
  createSite,
  deleteSite,
  exportSites,
  getSite,
  listSites,
  restoreSites,
  setSiteStatus,
  siteFields,
  type SiteRow,
  siteSortColumns,
  updateSite,
} from '@watchpost/contract/sites';
import * as z from 'zod/mini';
import { call, download } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { useStoredRecord } from '../../records/use-stored-record.ts';

export const siteArea = 'sites';

export const siteApi: RecordApi<SiteRow, (typeof siteSortColumns)[number]> = {
  area: siteArea,
  sortColumns: siteSortColumns,
  list: (query, _filters, signal) => call(listSites, { query, signal, explainedBy: 'caller' }),
  exportAs: (query, _filters, signal) => download(exportSites, { query, signal, explainedBy: 'caller' }),
  setStatus: async (ids, activated) =>
    (await call(setSiteStatus, { body: { ids: [...ids], activated }, explainedBy: 'caller' })).ids,
  remove: async (id) => (await call(deleteSite, { params: { id }, explainedBy: 'caller' })).ids,
  restore: async (ids) => (await call(restoreSites, { body: { ids: [...ids] }, explainedBy: 'caller' })).ids,
};

export const loadSite = (id: string, signal?: AbortSignal): Promise<SiteRow> =>
  call(getSite, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy: 'caller' });

export const useSite = (id: string) => useStoredRecord(siteArea, id, loadSite);

export const siteSchema = z.strictObject(formShape(siteFields));
type SiteFields = z.output<typeof siteSchema>;

/** Stores a new site when there is no version, else the edited one. */
export function saveSite(id: string, fields: SiteFields, version: number | null): Promise<{ id: string }> {
  if (version === null) return call(createSite, { body: fields, explainedBy: 'caller' });
  return call(updateSite, { params: { id }, body: { ...fields, version }, explainedBy: 'caller' });
}
