// Which events of the user's sequence a tab has had: they may come twice while one tab takes over from another.
import type { ServerEvent } from '../../lib/server-events.ts';

const numberOf = (place: string | null): number => Number(place?.split('.')[1] ?? -1);

export interface EventOrder {
  /** Where to go on from; null before the first event. */
  readonly place: () => string | null;
  /** True for what is to be heeded: a notification not had yet, a count that is not older than what was had. */
  readonly take: (event: ServerEvent) => boolean;
}

export function createEventOrder(): EventOrder {
  let last: string | null = null;
  return {
    place: () => last,
    take: ({ kind, place }) => {
      const isNewer = numberOf(place) > numberOf(last);
      if (isNewer) last = place;
      return isNewer || (kind === 'unread' && place === last);
    },
  };
}
