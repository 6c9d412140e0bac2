import { guardImportEndpoints } from '@watchpost/contract/guard-imports';
import type { RecordImport } from '@watchpost/contract/record-imports';
import type { ImportMapping, ImportMode } from '@watchpost/domain/record-import';
import { useQuery } from '@tanstack/react-query';
import { call, download, upload } from '../../lib/api-client.ts';
import { guardArea } from './guards.api.ts';

/** Often enough to see it move. */
const progressPollMs = 700;

const endpoints = guardImportEndpoints;

export const importKey = (id: string): readonly string[] => [guardArea, 'import', id];

export const isUnderWay = ({ state }: RecordImport): boolean => state === 'queued' || state === 'running';

export function useGuardImport(id: string) {
  return useQuery({
    queryKey: importKey(id),
    queryFn: ({ signal }) => call(endpoints.get, { params: { id }, signal, explainedBy: 'caller' }),
    enabled: id !== '',
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? progressPollMs : false,
    refetchIntervalInBackground: false,
  });
}

export const uploadSpreadsheet = (file: File): Promise<RecordImport> =>
  upload(endpoints.upload, { blob: file, name: file.name }, { explainedBy: 'caller' });

export const checkRows = (id: string, mapping: ImportMapping): Promise<RecordImport> =>
  call(endpoints.check, { params: { id }, body: { mapping }, explainedBy: 'caller' });

export const runImport = (id: string, mode: ImportMode): Promise<RecordImport> =>
  call(endpoints.run, { params: { id }, body: { mode }, explainedBy: 'caller' });

export const saveErrors = (id: string): Promise<void> =>
  download(endpoints.getErrors, { params: { id }, query: { format: 'xlsx' }, explainedBy: 'caller' });
