// Counts of the field that many ask for: found once for all who would see the same, and kept for some seconds.
import { LRUCache } from 'lru-cache';
import type { SiteScope } from '../../platform/access/caller.ts';
import { type FieldAsked, type FieldCounts, findFieldCounts } from './field-counts.queries.ts';

/** No one is late or silent only since a moment: it takes an hour or two to become so. */
const keptMs = 10_000;

interface Found {
  readonly atMs: number;
  readonly counts: Promise<FieldCounts>;
}

/** By tenant, site and rights. */
const known = new LRUCache<string, Found>({ max: 1_000 });

export function fieldCountsOf(scope: SiteScope, asked: FieldAsked): Promise<FieldCounts> {
  const { siteId, nowMs, seesGuards, seesRounds } = asked;
  const place = `${scope.tenantId} ${siteId} ${seesGuards} ${seesRounds}`;
  const before = known.get(place);
  if (before !== undefined && Math.abs(nowMs - before.atMs) < keptMs) return before.counts;
  const counts = findFieldCounts(scope, asked);
  const found = { atMs: nowMs, counts };
  known.set(place, found);
  counts.catch(() => known.peek(place) === found && known.delete(place));
  return counts;
}
