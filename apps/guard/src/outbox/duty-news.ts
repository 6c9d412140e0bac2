// What the office has made of the duty under way, as the phone last heard.
import type { Phone } from './phone.ts';

type Known = Pick<Phone, 'plan' | 'shift'>;

/** When the office took the duty as ended; null while it has not. */
export const closedAtMs = ({ plan, shift }: Known): number | null =>
  plan?.closedDuties?.find(({ id }) => id === shift.duty?.id)?.endedAtMs ?? null;

/** Whether the site of the duty is no longer one of the guard's. */
export const isSiteTaken = ({ plan, shift: { duty } }: Known): boolean =>
  duty !== null && plan?.posts?.every(({ siteId }) => siteId !== duty.siteId) === true;
