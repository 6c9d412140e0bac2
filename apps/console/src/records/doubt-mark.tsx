import { IconClockExclamation, IconClockUp, IconDeviceMobileOff, IconUserShare } from '@tabler/icons-react';
import { t } from '../lib/labels.ts';
import { StatusBadge } from '../ui/display/status-badge.tsx';

const icons = {
  lostPhone: IconDeviceMobileOff,
  formerSite: IconUserShare,
  sentLate: IconClockExclamation,
  fromFuture: IconClockUp,
};

/**
 * Beside what a phone sent after it was reported lost, after its guard was taken from the site (FIELD-02), late (TRUTH-04), or
 * dated later than it arrived (TRUTH-02).
 */
export function DoubtMark({ doubt }: { readonly doubt: keyof typeof icons }) {
  const Icon = icons[doubt];
  return (
    <span title={t(`trust.${doubt}Why`)}>
      <StatusBadge meaning="late" icon={<Icon size={14} aria-hidden />}>
        {t(`trust.${doubt}`)}
      </StatusBadge>
    </span>
  );
}
