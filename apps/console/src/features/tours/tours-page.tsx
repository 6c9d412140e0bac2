// Every patrol tour of the tenant, or of the own site (MNG-01, MNG-07).
import { tourFields, type TourRow } from '@watchpost/contract/tours';
import { IconCalendarClock, IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { tourHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { listColumns } from '../../records/record-fields.ts';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import { useSiteFilter } from '../../records/site-filter.tsx';
import { ButtonLink } from '../../ui/actions/button.tsx';
import type { GridAction, GridColumn } from '../../ui/grid/grid-types.ts';
import { dueRoundsHref } from './due-search.ts';
import { guardsWords, validityWords, whenWords } from './tour-words.ts';
import { tourApi } from './tours.api.ts';

const makeColumns = (): readonly GridColumn<TourRow>[] => [
  ...listColumns<typeof tourFields, TourRow>(tourFields, {
    schedule: { value: whenWords },
    nextDueAtMs: {
      headerHelp: t('tours.siteTime'),
      render: (_value, { nextDueAtMs, timeZone }) =>
        nextDueAtMs === null ? '–' : <SiteTime atMs={nextDueAtMs} zone={timeZone} />,
    },
    guards: { value: ({ guards }) => guardsWords(guards) },
    startWindowMinutes: {
      value: (tour) => t('tours.limitWords', { window: tour.startWindowMinutes, grace: tour.graceMinutes }),
    },
    validFrom: { value: validityWords },
  }),
  {
    id: 'updatedAt',
    header: t('tours.updatedAt'),
    width: 150,
    mayWrap: true,
    isSortable: true,
    value: ({ updatedAt }) => timeWords(updatedAt),
  },
];

const links = {
  details: ({ id }: TourRow) => tourHref(id),
  edit: ({ id }: TourRow) => `#/manage-patrol-tours/edit-tour?id=${id}`,
};
const nameOf = ({ name }: TourRow): string => name;

const makeActions = (): readonly GridAction<TourRow>[] => [
  {
    id: 'dueRounds',
    label: t('tours.dueRounds'),
    icon: <IconCalendarClock size={18} aria-hidden />,
    href: ({ id }) => dueRoundsHref({ tour: id }),
  },
];

export function ToursPage() {
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  const actions = useMemo(() => inLanguage(language, makeActions()), [language]);
  return (
    <RecordListPage
      api={tourApi}
      area="patrolTours"
      title={t('tours.title')}
      searchPlaceholder={t('tours.searchPlaceholder')}
      columns={columns}
      nameOf={nameOf}
      links={links}
      furtherActions={actions}
      addLabel={t('tours.add')}
      addHref="#/manage-patrol-tours/add-tour"
      pageActions={
        <ButtonLink href={dueRoundsHref({})} icon={<IconCalendarClock size={18} aria-hidden />}>
          {t('tours.dueRounds')}
        </ButtonLink>
      }
      {...useSiteFilter()}
      empty={{
        icon: <IconRefresh size={32} aria-hidden />,
        title: t('tours.none'),
        reason: t('tours.noneReason'),
      }}
    />
  );
}
