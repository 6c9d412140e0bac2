// What a start names besides itself, as it is stored and sealed: the log proves by it which plan a round was walked by.
import type { FieldEvent } from '@watchpost/contract/field';

/** The site of a duty's start, the route version of a round's; null for other events. */
export function namedIdOf(event: FieldEvent): string | null {
  if (event.kind === 'dutyStarted') return event.siteId;
  return event.kind === 'roundStarted' ? event.routeVersionId : null;
}
