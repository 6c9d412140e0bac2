import { describe, expect, it } from 'vitest';
import { noticeKinds } from './notice-kinds.ts';
import { pushLifetimeMs, pushUrgency } from './web-push.ts';

const hour = 3_600_000;

describe('a pushed notice', () => {
  it.each(noticeKinds)(
    '[NOTIF-06] of %s is shown while it is news, and wakes a device for a call for help alone',
    (kind) => {
      expect(pushLifetimeMs(kind)).toBe(kind === 'roundLate' ? hour : 12 * hour);
      expect(pushUrgency(kind)).toBe(kind === 'sosRaised' ? 'high' : 'normal');
    },
  );
});
