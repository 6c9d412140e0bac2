import { formShape } from '@watchpost/contract/record-fields';
import {
  checkpointFields,
  type CheckpointRow,
  checkpointSortColumns,
  createCheckpoint,
  deleteCheckpoint,
  exportCheckpoints,
  getCheckpoint,
  getCheckpointDetails,
  listCheckpoints,
  printCheckpointLabels,
  reissueCheckpointCodes,
  restoreCheckpoints,
  setCheckpointStatus,
  updateCheckpoint,
} from '@watchpost/contract/checkpoints';
import type { LabelSheetName } from '@watchpost/domain/checkpoints';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, download } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { useStoredRecord } from '../../records/use-stored-record.ts';

export const checkpointArea = 'checkpoints';

type Filters = Readonly<Record<string, string>>;
const ofSite = ({ site }: Filters) => (site === undefined ? {} : { site });
const explainedBy = 'caller';

export const checkpointApi: RecordApi<CheckpointRow, (typeof checkpointSortColumns)[number]> = {
  area: checkpointArea,
  sortColumns: checkpointSortColumns,
  list: (query, filters, signal) =>
    call(listCheckpoints, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  exportAs: (query, filters, signal) =>
    download(exportCheckpoints, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  setStatus: async (ids, activated) =>
    (await call(setCheckpointStatus, { body: { ids: [...ids], activated }, explainedBy })).ids,
  remove: async (id) => (await call(deleteCheckpoint, { params: { id }, explainedBy })).ids,
  restore: async (ids) => (await call(restoreCheckpoints, { body: { ids: [...ids] }, explainedBy })).ids,
};

export const loadCheckpoint = (id: string, signal?: AbortSignal): Promise<CheckpointRow> =>
  call(getCheckpoint, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy });

export const useCheckpoint = (id: string) => useStoredRecord(checkpointArea, id, loadCheckpoint);

export function useCheckpointDetails(id: string) {
  return useQuery({
    queryKey: [checkpointArea, 'details', id],
    queryFn: ({ signal }) => call(getCheckpointDetails, { params: { id }, signal, explainedBy }),
    staleTime: 0,
    retry: false,
  });
}

export const checkpointSchema = z.strictObject(formShape(checkpointFields));
type CheckpointFields = z.output<typeof checkpointSchema>;

/** Stores a new checkpoint when there is no version, else the edited one, whose site stays. */
export function saveCheckpoint(
  id: string,
  fields: CheckpointFields,
  version: number | null,
): Promise<{ id: string }> {
  if (version === null) return call(createCheckpoint, { body: fields, explainedBy });
  const { siteId: _site, ...edited } = fields;
  return call(updateCheckpoint, { params: { id }, body: { ...edited, version }, explainedBy });
}

/** The ids of those that have a new code. */
export async function reissueCodes(ids: readonly string[]): Promise<readonly string[]> {
  return (await call(reissueCheckpointCodes, { body: { ids: [...ids] }, explainedBy })).ids;
}

export interface LabelChoice {
  readonly sheet: LabelSheetName;
  readonly skip: number;
  readonly hasInstructions: boolean;
}

/** Saves the PDF. */
export const saveLabels = (ids: readonly string[], choice: LabelChoice, signal: AbortSignal): Promise<void> =>
  download(printCheckpointLabels, { body: { ids: [...ids], ...choice }, signal, explainedBy });
