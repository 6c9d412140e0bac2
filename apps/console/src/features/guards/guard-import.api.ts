import {
  checkGuardImport,
  getGuardImport,
  getGuardImportErrors,
  type GuardImport,
  runGuardImport,
  uploadGuardImport,
} from '@watchpost/contract/guard-imports';
import type { ImportMapping, ImportMode } from '@watchpost/domain/guard-import';
import { useQuery } from '@tanstack/react-query';
import { call, download, upload } from '../../lib/api-client.ts';
import { guardArea } from './guards.api.ts';

/** Often enough to see it move. */
const progressPollMs = 700;

export const importKey = (id: string): readonly string[] => [guardArea, 'import', id];

export const isUnderWay = ({ state }: GuardImport): boolean => state === 'queued' || state === 'running';

export function useGuardImport(id: string) {
  return useQuery({
    queryKey: importKey(id),
    queryFn: ({ signal }) => call(getGuardImport, { params: { id }, signal, explainedBy: 'caller' }),
    enabled: id !== '',
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? progressPollMs : false,
    refetchIntervalInBackground: false,
  });
}

export const uploadSpreadsheet = (file: File): Promise<GuardImport> =>
  upload(uploadGuardImport, { blob: file, name: file.name }, { explainedBy: 'caller' });

export const checkRows = (id: string, mapping: ImportMapping): Promise<GuardImport> =>
  call(checkGuardImport, { params: { id }, body: { mapping }, explainedBy: 'caller' });

export const runImport = (id: string, mode: ImportMode): Promise<GuardImport> =>
  call(runGuardImport, { params: { id }, body: { mode }, explainedBy: 'caller' });

export const saveErrors = (id: string): Promise<void> =>
  download(getGuardImportErrors, { params: { id }, query: { format: 'xlsx' }, explainedBy: 'caller' });
