import { t } from '../../lib/labels.ts';
import { closedAt, isSiteTaken } from '../../outbox/duty-updates.ts';
import type { Phone } from '../../outbox/phone.ts';
import { Notice } from '../../ui/notice.tsx';

/** Nothing that is recorded is lost by what the office has made of the duty, and anyone who walks on is to know of it. */
export function DutyNotice({ phone }: { readonly phone: Phone }) {
  const at = closedAt(phone);
  return (
    <>
      {at !== null && (
        <Notice tone="late" isUpdate>
          {t('duty.closed', { at })}
        </Notice>
      )}
      {isSiteTaken(phone) && (
        <Notice tone="late" isUpdate>
          {t('duty.siteTaken', { site: phone.shift.duty?.siteName ?? '' })}
        </Notice>
      )}
    </>
  );
}
