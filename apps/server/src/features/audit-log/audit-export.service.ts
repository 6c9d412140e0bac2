// The log as a file: the rows of the page with the same filter, all of them, read a little at a time.
import type { AuditEntry } from '@watchpost/contract/audit-log';
import type { SiteScope } from '../../access/caller.ts';
import type { Cell, Column, RowChunks } from '../../tables-out/table.ts';
import { actionWords, actorWords, changesWords, roleWords, subjectWords } from './audit-words.ts';
import { olderThan } from './audit-filter.service.ts';
import { type AuditFilter, findEntries } from './audit-log.queries.ts';

export const auditColumns: readonly Column[] = [
  { header: 'Time', kind: 'date', width: 20 },
  { header: 'Done By', kind: 'text', width: 24 },
  { header: 'Role', kind: 'text', width: 12 },
  { header: 'Action', kind: 'text', width: 20 },
  { header: 'Done To', kind: 'text', width: 12 },
  { header: 'Name', kind: 'text', width: 28 },
  { header: 'Before', kind: 'text', width: 36 },
  { header: 'After', kind: 'text', width: 36 },
  { header: 'Address', kind: 'text', width: 16 },
  { header: 'Browser', kind: 'text', width: 28 },
  { header: 'Record ID', kind: 'text', width: 38 },
  { header: 'User ID', kind: 'text', width: 38 },
  { header: 'Request ID', kind: 'text', width: 38 },
  { header: 'Entry ID', kind: 'text', width: 38 },
];

/** Entries read at once. */
export const entriesAtOnce = 500;

/** The rows of the first entries and of all older ones of the filter; newer ones are left out. */
export async function* auditRows(
  scope: SiteScope,
  filter: AuditFilter,
  first: readonly AuditEntry[],
): RowChunks {
  let entries = first;
  for (;;) {
    yield entries.map(cellsOf);
    const last = entries.at(-1);
    if (last === undefined || entries.length < entriesAtOnce) return;
    entries = await findEntries(scope, olderThan(filter, last.id), entriesAtOnce);
  }
}

function cellsOf(entry: AuditEntry): Cell[] {
  return [
    entry.at,
    actorWords(entry),
    roleWords(entry.actorRole),
    actionWords(entry.action),
    subjectWords(entry.subjectType),
    entry.subjectLabel,
    changesWords(entry.before),
    changesWords(entry.after),
    entry.address,
    entry.agent,
    entry.subjectId,
    entry.actorId,
    entry.requestId,
    entry.id,
  ];
}
