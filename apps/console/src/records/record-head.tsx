import type { ReactNode } from 'react';
import { t } from '../lib/labels.ts';
import { RecordLink } from '../lib/record-link.tsx';
import { siteHref } from '../lib/record-links.ts';
import { Card } from '../ui/display/card.tsx';
import { Fact, Facts } from '../ui/display/facts.tsx';
import { NameLine } from '../ui/display/name-line.tsx';
import { StatusBadge } from '../ui/display/status-badge.tsx';
import { FormerIdFact } from './former-id-fact.tsx';

interface RecordHeadProps {
  readonly record: {
    readonly name: string;
    readonly activated: boolean;
    readonly siteId: string;
    readonly siteName: string;
    readonly formerId?: string | null | undefined;
  };
  /** What else there is to know of it. */
  readonly children: ReactNode;
}

/** The first card of the page of a site's record: its name, whether it is activated, and its site. */
export function RecordHead({ record, children }: RecordHeadProps) {
  const { name, activated, siteId, siteName, formerId } = record;
  return (
    <Card>
      <NameLine name={name}>
        <StatusBadge meaning={activated ? 'good' : 'missed'}>
          {t(activated ? 'ui.activated' : 'ui.deactivated')}
        </StatusBadge>
      </NameLine>
      <Facts>
        <Fact label={t('records.site')}>
          <RecordLink group="SITES" href={siteHref(siteId)}>
            {siteName}
          </RecordLink>
        </Fact>
        {children}
        <FormerIdFact formerId={formerId} />
      </Facts>
    </Card>
  );
}
