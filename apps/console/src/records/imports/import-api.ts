import type { RecordImport } from '@watchpost/contract/record-imports';
import type { ImportMapping, ImportMode } from '@watchpost/domain/record-import';
import { useQuery } from '@tanstack/react-query';
import { call, download, upload } from '../../lib/api-client.ts';
import type { ImportKind } from './import-kind.ts';

/** Often enough to see it move. */
const progressPollMs = 700;
const explainedBy = 'caller';

export const importKey = ({ area }: ImportKind, id: string): readonly string[] => [area, 'import', id];

export const isUnderWay = ({ state }: RecordImport): boolean => state === 'queued' || state === 'running';

export function useImport(kind: ImportKind, id: string) {
  return useQuery({
    queryKey: importKey(kind, id),
    queryFn: ({ signal }) => call(kind.endpoints.get, { params: { id }, signal, explainedBy }),
    enabled: id !== '',
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? progressPollMs : false,
    refetchIntervalInBackground: false,
  });
}

export const uploadSpreadsheet = ({ endpoints }: ImportKind, file: File): Promise<RecordImport> =>
  upload(endpoints.upload, { blob: file, name: file.name }, { explainedBy });

export const checkRows = (
  { endpoints }: ImportKind,
  id: string,
  mapping: ImportMapping,
): Promise<RecordImport> => call(endpoints.check, { params: { id }, body: { mapping }, explainedBy });

export const runImport = ({ endpoints }: ImportKind, id: string, mode: ImportMode): Promise<RecordImport> =>
  call(endpoints.run, { params: { id }, body: { mode }, explainedBy });

/** All rows with errors, or all values that records lose. */
export const saveRows = ({ endpoints }: ImportKind, id: string, of: 'errors' | 'losses'): Promise<void> =>
  download(endpoints.getErrors, { params: { id }, query: { format: 'xlsx', of }, explainedBy });
