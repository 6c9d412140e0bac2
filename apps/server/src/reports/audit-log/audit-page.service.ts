// A page of the log: entries never change, so a page is fixed by the entry that it begins after.
import type { AuditEntry, AuditPage } from '@watchpost/contract/audit-log';
import { auditCountMax } from '@watchpost/domain/audit-actions';
import type { SiteScope } from '../../platform/access/caller.ts';
import { newerThan, olderThan } from './audit-filter.service.ts';
import { type AuditFilter, countEntries, findEntries } from './audit-log.queries.ts';
import { namesIn } from './names-in-entries.service.ts';

export interface PageRequest {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

export async function viewPage(
  scope: SiteScope,
  filter: AuditFilter,
  request: PageRequest,
): Promise<AuditPage> {
  const count = await countEntries(scope, filter, auditCountMax + 1);
  const rows = await findRows(scope, filter, request);
  return {
    ...rows,
    names: await namesIn(scope, rows.data),
    count: Math.min(count, auditCountMax),
    isCountExact: count <= auditCountMax,
  };
}

type Rows = Pick<AuditPage, 'data' | 'older' | 'newer'>;

async function findRows(scope: SiteScope, filter: AuditFilter, request: PageRequest): Promise<Rows> {
  const { before, after, limit } = request;
  if (after !== undefined) {
    const found = await findEntries(scope, newerThan(filter, after), limit + 1, 'oldestFirst');
    // The newest page is always a full one: what is left before it is shown with the rows that follow.
    if (found.length > limit)
      return { data: found.slice(1), older: found.at(-1)?.id ?? null, newer: idOf(found[1]) };
  }
  const isNewest = before === undefined;
  const found = await findEntries(scope, isNewest ? filter : olderThan(filter, before), limit + 1);
  const data = found.slice(0, limit);
  return {
    data,
    older: found.length > limit ? idOf(data.at(-1)) : null,
    newer: isNewest ? null : idOf(data[0]),
  };
}

function idOf(entry: AuditEntry | undefined): string | null {
  return entry?.id ?? null;
}
