// From what a reader asks to what the log is searched by.
import { actionsOn, type AuditAction, type AuditSubject } from '@watchpost/domain/audit-actions';
import { auditSearchNamesMax } from '@watchpost/domain/audit-actions';
import { dayRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { InvalidInput } from '../../platform/http/app-error.ts';
import { type AuditFilter, findNamed } from './audit-log.queries.ts';

export interface AuditQuery {
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly subjectType?: AuditSubject | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly searchText?: string | undefined;
  readonly zone?: string | undefined;
}

/** Throws InvalidInput for a search text that very many names hold. */
export async function resolveFilter(
  scope: SiteScope,
  query: AuditQuery,
  callerZone: string,
): Promise<AuditFilter> {
  const { actor, action, subjectType, subjectId, from, to, searchText = '' } = query;
  const range = from === undefined || to === undefined ? null : dayRange(from, to, query.zone ?? callerZone);
  return {
    actorId: actor ?? null,
    actions: actionsOf(action, subjectType),
    subjectId: subjectId ?? null,
    named: searchText === '' ? null : await resolveNames(scope, searchText),
    fromId: range === null ? null : firstIdOf(range.fromMs),
    beforeId: range === null ? null : firstIdOf(range.toMs),
  };
}

function actionsOf(action?: AuditAction, subjectType?: AuditSubject): readonly AuditAction[] | null {
  if (subjectType === undefined) return action === undefined ? null : [action];
  const ofType = actionsOn(subjectType);
  return action === undefined ? ofType : ofType.filter((each) => each === action);
}

async function resolveNames(scope: SiteScope, text: string): Promise<AuditFilter['named']> {
  const found = await findNamed(scope, text, auditSearchNamesMax + 1);
  if (found.length > auditSearchNamesMax) {
    throw new InvalidInput({ searchText: 'Very many names match. Type more letters.' });
  }
  const idsOf = (kind: 'actor' | 'subject') => found.filter((name) => name.kind === kind).map(({ id }) => id);
  return { actorIds: idsOf('actor'), subjectIds: idsOf('subject') };
}

/** The least id that an entry of that millisecond can have. */
function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Of the filter, the entries older than one. */
export function olderThan(filter: AuditFilter, id: string): AuditFilter {
  const { beforeId } = filter;
  return { ...filter, beforeId: beforeId === null || id < beforeId ? id : beforeId };
}

/** Of the filter, the entries newer than one. */
export function newerThan(filter: AuditFilter, id: string): AuditFilter {
  const { fromId } = filter;
  const next = idAfter(id);
  return { ...filter, fromId: fromId === null || next > fromId ? next : fromId };
}

const highestId = 'f'.repeat(32);

function idAfter(id: string): string {
  const hex = id.replaceAll('-', '');
  const next = hex === highestId ? hex : (BigInt(`0x${hex}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
