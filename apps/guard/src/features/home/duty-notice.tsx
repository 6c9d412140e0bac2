import { t } from '../../lib/labels.ts';
import { closedAtMs, isSiteTaken } from '../../outbox/duty-news.ts';
import type { Phone } from '../../outbox/phone.ts';
import { siteTime } from '../../outbox/site-time.ts';
import { Notice } from '../../ui/notice.tsx';

/** Nothing that is recorded is lost by what the office has made of the duty, and whoever walks on is to know of it. */
export function DutyNotice({ phone }: { readonly phone: Phone }) {
  const closedMs = closedAtMs(phone);
  return (
    <>
      {closedMs !== null && (
        <Notice tone="late" isNews>
          {t('duty.closed', { at: siteTime(closedMs, phone) })}
        </Notice>
      )}
      {isSiteTaken(phone) && (
        <Notice tone="late" isNews>
          {t('duty.siteTaken', { site: phone.shift.duty?.siteName ?? '' })}
        </Notice>
      )}
    </>
  );
}
