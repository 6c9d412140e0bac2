// How long a phone has stayed within a geofence, by the running clock, which no one can set (TRUTH-01).
import { distanceMetres } from '@watchpost/domain/geo';
import { ageMs, type Moment } from '../../lib/device-time.ts';
import type { Position } from '../../lib/whereabouts.ts';
import type { PlannedPoint } from '../../outbox/records.ts';

export interface Fix {
  readonly position: Position;
  readonly at: Moment;
}

/** From the first fix within to the last one, with nothing else in between. */
export interface Stay {
  readonly first: Moment;
  readonly last: Fix;
}

/** Where nothing was heard for longer, the phone may have been anywhere. */
const gapMaxMs = 20_000;

type Fence = Pick<PlannedPoint, 'latitude' | 'longitude' | 'radiusMetres'>;

/**
 * The stay after one more fix; null outside. A fix that is vaguer than the geofence shows nothing, unless the phone is outside
 * however vague it is.
 */
export function stayAfter(stay: Stay | null, fix: Fix, fence: Fence): Stay | null {
  const { position, at } = fix;
  const metres = distanceMetres(position, fence);
  if (metres - position.accuracyMetres > fence.radiusMetres) return null;
  const goesOn = stay !== null && ageMs(stay.last.at, at) <= gapMaxMs;
  if (position.accuracyMetres > fence.radiusMetres) return goesOn ? stay : null;
  if (metres > fence.radiusMetres) return null;
  return goesOn ? { first: stay.first, last: fix } : { first: at, last: fix };
}

export const dwellMsOf = (stay: Stay | null): number =>
  stay === null ? 0 : stay.last.at.runningMs - stay.first.runningMs;
