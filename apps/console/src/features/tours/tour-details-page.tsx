// One patrol tour: what is walked when and by whom, and the rounds that it makes next (MNG-01, MNG-07).
import type { TourRow } from '@watchpost/contract/tours';
import { useMemo } from 'react';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { RecordLink } from '../../lib/record-link.tsx';
import { guardHref, routeHref, shiftHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { EditLink } from '../../records/edit-link.tsx';
import { RecordHead } from '../../records/record-head.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { Fact } from '../../ui/display/facts.tsx';
import { DueRoundsLink } from './due-rounds-link.tsx';
import { tourDraftOf } from './tour-draft.ts';
import { TourPreview } from './tour-preview.tsx';
import { validityWords, whenWords } from './tour-words.ts';
import { useTour, useTourChoices } from './tours.api.ts';
import styles from './tours.module.css';

const listHref = '#/manage-patrol-tours';

interface OneProps {
  readonly tour: TourRow;
}

export function TourDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useTour(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(tour) => (
        <>
          <PageActions>
            <DueRoundsLink tourId={id} />
            <EditLink href={`${listHref}/edit-tour?id=${id}`} label={t('tours.edit')} />
          </PageActions>
          <Head tour={tour} />
          {tour.activated && tour.schedule !== null && <Ahead tour={tour} />}
        </>
      )}
    </RecordPage>
  );
}

function Head({ tour }: OneProps) {
  return (
    <RecordHead record={tour}>
      <Fact label={t('tours.route')}>
        <RecordLink group="PATROL_ROUTES" href={routeHref(tour.routeId)}>
          {tour.routeName}
        </RecordLink>
      </Fact>
      <Times tour={tour} />
      <Fact label={t('tours.guards')} isWide>
        <Guards tour={tour} />
      </Fact>
    </RecordHead>
  );
}

function Times({ tour }: OneProps) {
  const { shiftId, shiftName, timeZone, nextDueAtMs, skipsHolidays } = tour;
  const limits = { window: tour.startWindowMinutes, grace: tour.graceMinutes };
  return (
    <>
      <Fact label={t('tours.when')}>
        {whenWords(tour)} <span className={styles.quiet}>{t('tours.zone', { zone: timeZone })}</span>
      </Fact>
      <Fact label={t('tours.shift')}>
        {shiftId === null ? (
          t('tours.noShift')
        ) : (
          <RecordLink group="SHIFTS" href={shiftHref(shiftId)}>
            {shiftName}
          </RecordLink>
        )}
      </Fact>
      <Fact label={t('tours.nextDue')}>
        {nextDueAtMs === null ? '–' : <SiteTime atMs={nextDueAtMs} zone={timeZone} />}
      </Fact>
      <Fact label={t('tours.limits')}>{t('tours.limitWords', limits)}</Fact>
      <Fact label={t('tours.validity')}>{validityWords(tour)}</Fact>
      <Fact label={t('tours.skipsHolidays')}>{t(skipsHolidays ? 'tours.yes' : 'tours.no')}</Fact>
    </>
  );
}

function Guards({ tour: { guards } }: OneProps) {
  if (guards.length === 0) return t('tours.anyGuard');
  return (
    <ul className={styles.people}>
      {guards.map(({ id, name }) => (
        <li key={id}>
          <RecordLink group="GUARDS" href={guardHref(id)}>
            {name}
          </RecordLink>
        </li>
      ))}
    </ul>
  );
}

function Ahead({ tour }: OneProps) {
  const draft = useMemo(() => tourDraftOf(tour), [tour]);
  const { data } = useTourChoices(tour.siteId);
  return <TourPreview draft={draft} choices={data} />;
}
