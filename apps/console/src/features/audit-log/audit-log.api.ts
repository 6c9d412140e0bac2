// Queries of the audit log: one page, and everybody who stands in it.
import { listAuditActors, listAuditEntries } from '@watchpost/contract/audit-log';
import { auditPageSize } from '@watchpost/domain/audit-actions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { usePageSize } from '../../lib/page-size.ts';
import { type AuditSearch, listQuery } from './audit-search.ts';

/** While another page or filter loads, the rows before stay (isPlaceholderData). */
export function useAuditPage(search: AuditSearch, isEnabled: boolean) {
  const query = listQuery(search, usePageSize(auditPageSize));
  return useQuery({
    queryKey: ['audit-log', 'list', query],
    queryFn: ({ signal }) => call(listAuditEntries, { query, signal, explainedBy: 'caller' }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useAuditActors() {
  return useQuery({
    queryKey: ['audit-log', 'actors'],
    queryFn: ({ signal }) => call(listAuditActors, { signal, explainedBy: 'caller' }),
  });
}
