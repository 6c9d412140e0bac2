// Every shift of the tenant, or of the own site, as a list and as the week of a site (MNG-01, MNG-05).
import { shiftFields, type ShiftRow } from '@watchpost/contract/shifts';
import { IconAlertTriangle, IconCalendarWeek, IconList } from '@tabler/icons-react';
import { useMemo } from 'react';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { shiftHref } from '../../lib/record-links.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { listColumns } from '../../records/record-fields.ts';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import { useSiteFilter } from '../../records/site-filter.tsx';
import { daysWords } from '../../records/week-words.ts';
import { Button } from '../../ui/actions/button.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { ShiftCalendar } from './shift-calendar.tsx';
import { timesWords } from './shift-words.ts';
import { shiftApi } from './shifts.api.ts';
import styles from './shifts.module.css';

function problemsOf({ overlaps, shortRests }: ShiftRow): string {
  return [
    ...(overlaps > 0 ? [t('shifts.overlaps', { count: overlaps })] : []),
    ...(shortRests > 0 ? [t('shifts.shortRests', { count: shortRests })] : []),
  ].join(', ');
}

const makeColumns = (): readonly GridColumn<ShiftRow>[] => [
  ...listColumns<typeof shiftFields, ShiftRow>(shiftFields, {
    fromMinute: { value: timesWords },
    weekdays: { value: ({ weekdays }) => daysWords(weekdays) },
    guardIds: { value: ({ guardIds }) => guardIds.length },
  }),
  {
    id: 'warnings',
    header: t('shifts.warnings'),
    width: 120,
    minWidth: 112,
    fitWidth: 96,
    value: problemsOf,
    render: (words) =>
      words === '' ? null : (
        <span className={styles.cellWarning}>
          <IconAlertTriangle size={16} aria-hidden />
          {words}
        </span>
      ),
  },
  {
    id: 'updatedAt',
    header: t('shifts.updatedAt'),
    width: 188,
    minWidth: 130,
    mayWrap: true,
    isSortable: true,
    value: ({ updatedAt }) => timeWords(updatedAt),
  },
];

const links = {
  details: ({ id }: ShiftRow) => shiftHref(id),
  edit: ({ id }: ShiftRow) => `#/manage-shifts/edit-shift?id=${id}`,
};
const nameOf = ({ name }: ShiftRow): string => name;

export function ShiftsPage() {
  const [{ view }, change] = useUrlSearch();
  if (view === 'calendar') {
    return (
      <>
        <PageActions>
          <Button
            icon={<IconList size={18} aria-hidden />}
            onClick={() => change({ view: undefined, week: undefined, day: undefined })}
          >
            {t('shifts.asList')}
          </Button>
        </PageActions>
        <ShiftCalendar />
      </>
    );
  }
  return <ShiftList onCalendar={() => change({ view: 'calendar' })} />;
}

function ShiftList({ onCalendar }: { readonly onCalendar: () => void }) {
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  return (
    <RecordListPage
      api={shiftApi}
      area="shifts"
      title={t('shifts.title')}
      searchPlaceholder={t('shifts.searchPlaceholder')}
      columns={columns}
      nameOf={nameOf}
      links={links}
      addLabel={t('shifts.add')}
      addHref="#/manage-shifts/add-shift"
      pageActions={
        <Button icon={<IconCalendarWeek size={18} aria-hidden />} onClick={onCalendar}>
          {t('shifts.asCalendar')}
        </Button>
      }
      {...useSiteFilter()}
      empty={{
        icon: <IconCalendarWeek size={32} aria-hidden />,
        title: t('shifts.none'),
        reason: t('shifts.noneReason'),
      }}
    />
  );
}
