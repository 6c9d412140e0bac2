// The log as a file: the rows of the page with the same filter, all of them, read a little at a time.
import type { AuditEntry, AuditPage } from '@watchpost/contract/audit-log';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Cell, Column, RowChunks } from '../../platform/tables-out/table.ts';
import { actionWords, actorWords, changesWords, roleWords, subjectWords } from './audit-words.ts';
import type { AuditExportWords } from './audit-export-words.ts';
import { olderThan } from './audit-filter.service.ts';
import { type AuditFilter, findEntries } from './audit-log.queries.ts';
import { namesIn } from './names-in-entries.service.ts';

export const auditColumns = (words: AuditExportWords): Column[] => [
  { header: words.time, kind: 'date', width: 20 },
  { header: words.actor, kind: 'text', width: 24 },
  { header: words.role, kind: 'text', width: 12 },
  { header: words.action, kind: 'text', width: 20 },
  { header: words.subjectType, kind: 'text', width: 12 },
  { header: words.subject, kind: 'text', width: 28 },
  { header: words.before, kind: 'text', width: 36 },
  { header: words.after, kind: 'text', width: 36 },
  { header: words.address, kind: 'text', width: 16 },
  { header: words.agent, kind: 'text', width: 28 },
  { header: words.subjectId, kind: 'text', width: 38 },
  { header: words.actorId, kind: 'text', width: 38 },
  { header: words.requestId, kind: 'text', width: 38 },
  { header: words.id, kind: 'text', width: 38 },
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
    const names = await namesIn(scope, entries);
    yield entries.map((entry) => cellsOf(entry, names));
    const last = entries.at(-1);
    if (last === undefined || entries.length < entriesAtOnce) return;
    entries = await findEntries(scope, olderThan(filter, last.id), entriesAtOnce);
  }
}

function cellsOf(entry: AuditEntry, names: AuditPage['names']): Cell[] {
  return [
    entry.at,
    actorWords(entry),
    roleWords(entry.actorRole),
    actionWords(entry.action),
    subjectWords(entry.subjectType),
    entry.subjectLabel,
    changesWords(entry, 'before', names),
    changesWords(entry, 'after', names),
    entry.address,
    entry.agent,
    entry.subjectId,
    entry.actorId,
    entry.requestId,
    entry.id,
  ];
}
