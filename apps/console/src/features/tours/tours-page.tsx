// Every patrol tour of the tenant, or of the own site (MNG-01, MNG-07).
import type { TourRow } from '@watchpost/contract/tours';
import { IconCalendarClock, IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { tourHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import { useSiteFilter } from '../../records/site-filter.tsx';
import { ButtonLink } from '../../ui/actions/button.tsx';
import type { GridAction, GridColumn } from '../../ui/grid/grid-types.ts';
import { dueRoundsHref } from './due-search.ts';
import { guardsWords, validityWords, whenWords } from './tour-words.ts';
import { tourApi } from './tours.api.ts';

const whenColumns = (): readonly GridColumn<TourRow>[] => [
  {
    id: 'name',
    header: t('tours.name'),
    width: 200,
    fitWidth: 112,
    mayWrap: true,
    isSortable: true,
    value: ({ name }) => name,
  },
  {
    id: 'when',
    header: t('tours.when'),
    width: 350,
    minWidth: 220,
    fitWidth: 150,
    mayWrap: true,
    value: whenWords,
  },
  {
    id: 'nextDue',
    header: t('tours.nextDue'),
    headerHelp: t('tours.siteTime'),
    width: 205,
    minWidth: 124,
    fitWidth: 114,
    mayWrap: true,
    value: ({ nextDueAtMs }) => nextDueAtMs,
    render: (_value, { nextDueAtMs, timeZone }) =>
      nextDueAtMs === null ? '–' : <SiteTime atMs={nextDueAtMs} zone={timeZone} />,
  },
];

const furtherColumns = (): readonly GridColumn<TourRow>[] => [
  {
    id: 'siteName',
    header: t('records.site'),
    width: 180,
    minWidth: 138,
    fitWidth: 130,
    mayWrap: true,
    isSortable: true,
    value: ({ siteName }) => siteName,
  },
  {
    id: 'routeName',
    header: t('tours.route'),
    width: 180,
    fitWidth: 104,
    mayWrap: true,
    isSortable: true,
    value: ({ routeName }) => routeName,
  },
  {
    id: 'shift',
    header: t('tours.shift'),
    width: 130,
    minWidth: 110,
    mayWrap: true,
    value: ({ shiftName }) => shiftName,
  },
  {
    id: 'guards',
    header: t('tours.guards'),
    width: 200,
    minWidth: 110,
    fitWidth: 98,
    mayWrap: true,
    value: ({ guards }) => guardsWords(guards),
  },
];

const lastColumns = (): readonly GridColumn<TourRow>[] => [
  {
    id: 'limits',
    header: t('tours.limits'),
    width: 190,
    mayWrap: true,
    value: (tour) => t('tours.limitWords', { window: tour.startWindowMinutes, grace: tour.graceMinutes }),
  },
  { id: 'validity', header: t('tours.validity'), width: 230, mayWrap: true, value: validityWords },
  {
    id: 'updatedAt',
    header: t('tours.updatedAt'),
    width: 150,
    mayWrap: true,
    isSortable: true,
    value: ({ updatedAt }) => timeWords(updatedAt),
  },
];

const makeColumns = () => [...whenColumns(), ...furtherColumns(), ...lastColumns()];

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
