import { IconDeviceMobileOff } from '@tabler/icons-react';
import { t } from '../lib/labels.ts';
import { StatusBadge } from '../ui/display/status-badge.tsx';

/** Beside what a phone sent after it had been reported lost: it may not be the guard's (FIELD-02). */
export function LostPhoneMark() {
  return (
    <span title={t('trust.lostPhoneWhy')}>
      <StatusBadge meaning="late" icon={<IconDeviceMobileOff size={14} aria-hidden />}>
        {t('trust.lostPhone')}
      </StatusBadge>
    </span>
  );
}
