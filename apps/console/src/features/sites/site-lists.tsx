// Who and what belongs to a site, the first of each; the lists of the modules have all of them.
import type { SiteDetails } from '@watchpost/contract/site-details';
import type { ReactNode } from 'react';
import { incidentTypeText } from '../../lib/incident-type.ts';
import { t } from '../../lib/labels.ts';
import { guardHref, incidentHref, routeHref, shiftHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { HiddenCard, ListCard } from '../../records/list-card.tsx';
import { daysWords, hoursWords } from '../../records/week-words.ts';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import styles from './site-details.module.css';

interface PartProps<Row> {
  readonly title: string;
  /** Null for who may not see it. */
  readonly part: { readonly count: number; readonly data: readonly Row[] } | null;
  readonly none: string;
  /** Of the list that has all of them. */
  readonly href: string;
  readonly row: (row: Row) => ReactNode;
}

function Part<Row extends { readonly id: string }>({ title, part, none, href, row }: PartProps<Row>) {
  if (part === null) return <HiddenCard title={title} />;
  const { count, data } = part;
  const more = <a href={href}>{t('records.showAll', { count })}</a>;
  return (
    <ListCard
      title={`${title} (${count})`}
      rows={data}
      none={none}
      row={row}
      more={count > data.length ? more : undefined}
    />
  );
}

export const SiteGuards = ({ site, guards }: SiteDetails) => (
  <Part
    title={t('sites.guards')}
    part={guards}
    none={t('sites.noGuards')}
    href={`#/manage-security-guards?site=${site.id}`}
    row={({ id, name, employeeId, isOnDuty }) => (
      <>
        <a href={guardHref(id)}>{name}</a>
        <span className={styles.quiet}>{employeeId}</span>
        {isOnDuty && <StatusBadge meaning="good">{t('sites.onDuty')}</StatusBadge>}
      </>
    )}
  />
);

export const SiteShifts = ({ site, shifts }: SiteDetails) => (
  <Part
    title={t('sites.shifts')}
    part={shifts}
    none={t('sites.noShifts')}
    href={`#/manage-shifts?site=${site.id}`}
    row={({ id, name, fromMinute, toMinute, weekdays }) => (
      <>
        <a href={shiftHref(id)}>{name}</a>
        <span>{hoursWords(fromMinute, toMinute)}</span>
        <span className={styles.quiet}>{daysWords(weekdays)}</span>
      </>
    )}
  />
);

export const SiteRoutes = ({ site, routes }: SiteDetails) => (
  <Part
    title={t('sites.routes')}
    part={routes}
    none={t('sites.noRoutes')}
    href={`#/manage-patrol-routes?site=${site.id}`}
    row={({ id, name, checkpoints }) => (
      <>
        <a href={routeHref(id)}>{name}</a>
        <span className={styles.quiet}>{t('sites.routeCheckpoints', { count: checkpoints })}</span>
      </>
    )}
  />
);

export const SiteTours = ({ site, tours }: SiteDetails) => (
  <Part
    title={t('sites.tours')}
    part={tours}
    none={t('sites.noTours')}
    href={`#/manage-patrol-tours?site=${site.id}`}
    row={({ id, name, routeName }) => (
      <>
        <a href={`#/manage-patrol-tours/due-rounds?tour=${id}`}>{name}</a>
        <span className={styles.quiet}>{routeName}</span>
      </>
    )}
  />
);

export const SiteIncidents = ({ site, incidents }: SiteDetails) => (
  <Part
    title={t('sites.incidents')}
    part={incidents}
    none={t('sites.noIncidents')}
    href={`#/manage-incidents?site=${site.id}`}
    row={({ id, type, reportedAtMs }) => (
      <>
        <a href={incidentHref(id, 'site')}>{incidentTypeText(type)}</a>
        <SiteTime atMs={reportedAtMs} zone={site.timeZone} hasAge />
      </>
    )}
  />
);
