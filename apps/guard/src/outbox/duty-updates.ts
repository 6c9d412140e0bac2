// What the office has made of the duty under way, as the phone last heard.
import type { Phone } from './phone.ts';
import { siteTime } from './site-time.ts';

type Known = Pick<Phone, 'plan' | 'shift'>;

/** When at the site the office took the duty as ended, reckoned from times of this phone; null while it has not. */
export function closedAt(known: Known): string | null {
  const { duty } = known.shift;
  const closed = known.plan?.closedDuties?.find(({ id }) => id === duty?.id);
  return duty === null || closed === undefined ? null : siteTime(closed.endedAtMs, known, duty);
}

/** Whether the site of the duty is no longer one of the guard's. */
export const isSiteTaken = ({ plan, shift: { duty } }: Known): boolean =>
  duty !== null && plan?.posts?.every(({ siteId }) => siteId !== duty.siteId) === true;
