// The log as a file: the rows of the page with the same filter, all of them, read a little at a time.
import type { AuditEntry, AuditPage } from '@watchpost/contract/audit-log';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Cell, Column, RowChunks } from '../../platform/tables-out/table.ts';
import { actionText, actorText, changesText, roleText, subjectText } from './audit-texts.ts';
import type { AuditExportTexts } from './audit-export-texts.ts';
import { olderThan } from './audit-filter.service.ts';
import { type AuditFilter, findEntries } from './audit-log.queries.ts';
import { namesIn } from './names-in-entries.service.ts';

export const auditColumns = (text: AuditExportTexts): Column[] => [
  { header: text.time, kind: 'date', width: 20 },
  { header: text.actor, kind: 'text', width: 24 },
  { header: text.role, kind: 'text', width: 12 },
  { header: text.action, kind: 'text', width: 20 },
  { header: text.subjectType, kind: 'text', width: 12 },
  { header: text.subject, kind: 'text', width: 28 },
  { header: text.before, kind: 'text', width: 36 },
  { header: text.after, kind: 'text', width: 36 },
  { header: text.address, kind: 'text', width: 16 },
  { header: text.agent, kind: 'text', width: 28 },
  { header: text.subjectId, kind: 'text', width: 38 },
  { header: text.actorId, kind: 'text', width: 38 },
  { header: text.requestId, kind: 'text', width: 38 },
  { header: text.id, kind: 'text', width: 38 },
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
    actorText(entry),
    roleText(entry.actorRole),
    actionText(entry.action),
    subjectText(entry.subjectType),
    entry.subjectLabel,
    changesText(entry, 'before', names),
    changesText(entry, 'after', names),
    entry.address,
    entry.agent,
    entry.subjectId,
    entry.actorId,
    entry.requestId,
    entry.id,
  ];
}
