// Whether a guard may record something of a site: of today's without a doubt, of a former one with one (FIELD-02).
import { wasPosted } from '@watchpost/domain/postings';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { FieldState, SentEvent } from './field-state.ts';

const none: readonly TrustFlag[] = [];
const former: readonly TrustFlag[] = ['formerSite'];

/** Null for a site that was not the guard's when it happened. */
export function flagsOfPosting(
  { sitesOf, pastPostings }: FieldState,
  { guardId, happenedAtMs, isDatedByArrival }: SentEvent,
  siteId: string,
): readonly TrustFlag[] | null {
  if (sitesOf.get(guardId)?.has(siteId) === true) return none;
  const atMs = isDatedByArrival ? null : happenedAtMs;
  return wasPosted(pastPostings?.get(guardId) ?? [], siteId, atMs) ? former : null;
}

/** The event with what else is doubted of it. */
export function withFlags<E extends SentEvent>(sent: E, flags: readonly TrustFlag[]): E {
  return flags.length === 0 ? sent : { ...sent, proofFlags: [...sent.proofFlags, ...flags] };
}
