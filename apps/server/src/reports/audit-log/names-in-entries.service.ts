// Entries hold records by their ids; anyone who reads them wants names.
import type { AuditEntry, AuditPage } from '@watchpost/contract/audit-log';
import type { SiteScope } from '../../platform/access/caller.ts';
import { findNamesOf } from './audit-log.queries.ts';

const quotedId = /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g;

/** Of the records whose ids the fields hold, however deep. */
export async function namesIn(scope: SiteScope, entries: readonly AuditEntry[]): Promise<AuditPage['names']> {
  const fields = JSON.stringify(entries.map(({ before, after }) => [before, after]));
  const ids = new Set(Array.from(fields.matchAll(quotedId), ([, id = '']) => id));
  if (ids.size === 0) return {};
  const found = await findNamesOf(scope, [...ids]);
  return Object.fromEntries(found.flatMap(({ id, name }) => (name === '' ? [] : [[id, name]])));
}
