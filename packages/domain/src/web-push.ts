// Limits of what is pushed to browsers (NOTIF-06).
import type { NoticeKind } from './notice-kinds.ts';

/** Browsers of one user that take notices; one more takes the place of the oldest. */
export const pushBrowsersMax = 10;
/** Push services refuse messages above 4096 bytes, encryption included (RFC 8291). */
export const pushMessageMaxBytes = 3_000;

const hour = 3_600_000;

/** How long a notice is worth being shown, for browsers that were away; milliseconds. */
export function pushLifetimeMs(kind: NoticeKind): number {
  return kind === 'roundLate' ? hour : 12 * hour;
}

/** Whether a sleeping device is woken for it, whatever its battery says (RFC 8030, section 5.3). */
export function pushUrgency(kind: NoticeKind): 'high' | 'normal' {
  return kind === 'sosRaised' ? 'high' : 'normal';
}
