// Whether a guard belonged to a site when something was done there, though no longer when it arrived (FIELD-02).
import { dutyLimitHours } from './duty-sessions.ts';

/** From when to when a guard was posted at a site. */
export interface PastPosting {
  readonly siteId: string;
  /** Null where it began before such things were kept. */
  readonly sinceMs: number | null;
  readonly untilMs: number;
}

/** A phone without a network goes on by what it knew; whatever duty was under way then is over by the end of this. */
export const updateDelayMs = dutyLimitHours * 3_600_000;

/**
 * At a time by the server's clock; null for one that no one knows, for which nothing of a site where the guard ever was is
 * refused.
 */
export function wasPosted(postings: readonly PastPosting[], siteId: string, atMs: number | null): boolean {
  return postings.some(
    (posting) =>
      posting.siteId === siteId &&
      (atMs === null || ((posting.sinceMs ?? atMs) <= atMs && atMs < posting.untilMs + updateDelayMs)),
  );
}
