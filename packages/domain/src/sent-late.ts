// What arrived so long after it happened that no one could look while it mattered (TRUTH-04).
import type { FieldTime } from './device-clock.ts';
import type { TrustFlag } from './trust.ts';
import { trustBounds, type TrustSettings } from './trust-thresholds.ts';

type Sent = Pick<FieldTime, 'happenedAtMs'> & { readonly receivedAtMs: number };

const none: readonly TrustFlag[] = [];
const late: readonly TrustFlag[] = ['sentLate'];

/** The flag of an event that arrived later than the tenant's threshold after it happened; to the millisecond on time is none. */
export function lateFlagsOf(
  sent: Sent,
  { sentLateMs }: Pick<TrustSettings, 'sentLateMs'>,
): readonly TrustFlag[] {
  return delayOf(sent) > sentLateMs ? late : none;
}

/** Whether some tenant's threshold may be exceeded, so that the tenant's own need be asked for. */
export const mayBeLate = (sent: Sent): boolean => delayOf(sent) > trustBounds.sentLateMs.min;

const delayOf = ({ happenedAtMs, receivedAtMs }: Sent): number => receivedAtMs - happenedAtMs;
