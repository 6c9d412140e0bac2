// How many guards are on duty, and where most of them are.
import type { Dashboard } from '@watchpost/contract/dashboard';
import { type FigurePlace, onDutyElsewhereLink, onDutyLink } from '@watchpost/contract/dashboard-links';
import { liveBoardPath } from '../../lib/pages.ts';
import { t } from '../../lib/labels.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './dashboard.module.css';
import { FigureCard } from './figure-card.tsx';
import { hrefOf } from './figure-links.ts';
import { count } from './figure-texts.ts';

interface OnDutyProps {
  readonly place: FigurePlace;
  readonly onDuty: number;
  readonly sites: NonNullable<Dashboard['onDutySites']>;
}

export function OnDutyCard({ place, onDuty, sites }: OnDutyProps) {
  const others = onDutyElsewhereLink(
    place,
    sites.map(({ id }) => id),
  );
  const elsewhere = sites.reduce((rest, site) => rest - site.onDuty, onDuty);
  return (
    <FigureCard
      title={t('dashboard.onDuty')}
      definition={t('dashboard.onDutyWhy')}
      value={count(onDuty)}
      href={hrefOf(onDutyLink(place))}
      note={onDuty === 0 ? t('dashboard.nobodyOnDuty') : t('dashboard.now')}
    >
      {sites.length > 0 && (
        <ul className={classNames(styles.rows, styles.dotless)}>
          {sites.map(({ id, name, onDuty: there }) => (
            <li key={id}>
              <a href={`#/${liveBoardPath}?site=${id}`} title={t('shell.liveBoard')}>
                {name}
              </a>
              <a href={hrefOf(onDutyLink({ ...place, site: id }))}>{count(there)}</a>
            </li>
          ))}
          {elsewhere > 0 && (
            <li>
              <span>{t('dashboard.onDutyElsewhere')}</span>
              <a href={hrefOf(others)}>{count(elsewhere)}</a>
            </li>
          )}
        </ul>
      )}
    </FigureCard>
  );
}
