// A page about one thing of a site: its times go by the zone of its address, which can be chosen where it matters (REP-13).
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { t } from '../labels.ts';
import { PageActions } from '../page-actions.tsx';
import { useUrlSearch } from '../url-search.ts';
import { viewerZone } from '../viewer-zone.ts';
import styles from './page-zone.module.css';
import { ShownZone, zoneChoiceIn } from './shown-zone.ts';

interface PageZoneProps {
  readonly siteZone: string;
  readonly children: ReactNode;
}

export function PageZone({ siteZone, children }: PageZoneProps) {
  const [raw, change] = useUrlSearch();
  const own = viewerZone();
  const chosen = zoneChoiceIn(raw['zone']);
  const zone = chosen === siteZone ? 'site' : chosen || own;
  const isOther = zone !== 'site' && zone !== own;
  return (
    <ShownZone value={chosen}>
      {(siteZone !== own || isOther) && (
        <PageActions>
          <SelectField
            className={styles.field}
            label={t('rounds.zoneTimes')}
            value={zone}
            options={[
              { value: own, label: t('rounds.zoneOwn', { zone: own }) },
              ...(siteZone === own
                ? []
                : [{ value: 'site', label: t('rounds.zoneOfSite', { zone: siteZone }) }]),
              ...(isOther ? [{ value: zone, label: zone }] : []),
            ]}
            onValueChange={(next) => change({ zone: next }, { replace: true })}
          />
        </PageActions>
      )}
      {children}
    </ShownZone>
  );
}
