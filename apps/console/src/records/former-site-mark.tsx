import { IconUserShare } from '@tabler/icons-react';
import { t } from '../lib/labels.ts';
import { StatusBadge } from '../ui/display/status-badge.tsx';

/** Beside what arrived after its guard was taken from the site (FIELD-02). */
export function FormerSiteMark() {
  return (
    <span title={t('trust.formerSiteWhy')}>
      <StatusBadge meaning="late" icon={<IconUserShare size={14} aria-hidden />}>
        {t('trust.formerSite')}
      </StatusBadge>
    </span>
  );
}
