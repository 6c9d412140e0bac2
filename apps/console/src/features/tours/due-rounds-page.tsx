// The rounds that are due on a day, and what became of each, as it is at this moment (MNG-07).
import type { DueRoundRow, LateDue } from '@watchpost/contract/due-rounds';
import { IconCalendarClock, IconCircleCheck, IconHandStop, IconRoute } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { roundHref } from '../../lib/record-links.ts';
import { ShownZone, type ZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { useSidebarReload } from '../../lib/sidebar-reload.ts';
import { calendarDay } from '../../lib/today.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { AcceptLateDialog, useAsksToAccept } from '../../records/accept-late-dialog.tsx';
import { openArrivals } from '../../records/late-arrival-words.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { GridPager } from '../../ui/grid/grid-pager.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridAction, GridColumn, GridEmpty } from '../../ui/grid/grid-types.ts';
import { dueColumns } from './due-columns.tsx';
import { DueRoundsFilters } from './due-rounds-filters.tsx';
import { useDueRounds } from './due-rounds.api.ts';
import { type DueSearch, linkedZone, readDueSearch } from './due-search.ts';
import { ExcuseDialog, useExcused } from './excuse-dialog.tsx';
import { tourArea } from './tours.api.ts';
import styles from './due-rounds.module.css';

const listHref = '#/manage-patrol-tours';

export function DueRoundsPage() {
  const [raw, write] = useUrlSearch();
  const search = readDueSearch(raw);
  const page = useDueRounds(search);
  useSidebarReload(page);
  const [excused, setExcused] = useExcused();
  const [accepted, setAccepted] = useAsksToAccept();
  const columns = useColumns();
  const actions = useActions(search.zone, setExcused, setAccepted);
  useZoneInAddress(search);
  const [openedAtMs] = useState(() => Date.now());
  return (
    <div className={styles.page}>
      <DueRoundsFilters
        search={search}
        today={page.data?.today ?? calendarDay(openedAtMs)}
        siteZones={page.data?.data.map(({ timeZone }) => timeZone) ?? []}
        onChange={(change) =>
          write({ ...change, zone: linkedZone({ ...search, ...change }), page: undefined })
        }
      />
      <p className={styles.total} aria-live="polite">
        {page.data !== undefined && t('dueRounds.total', { count: page.data.count })}
      </p>
      <ShownZone value={search.zone}>
        <Grid
          label={t('tours.dueRounds')}
          columns={columns}
          rows={page.data?.data}
          rowId={idOf}
          rowOffset={(search.page - 1) * page.pageSize}
          totalCount={page.data?.count}
          actions={actions}
          selectionMode="none"
          isLoading={page.isPlaceholderData && page.isFetching}
          error={page.error === null ? null : t('records.loadFailed', { reason: page.error.message })}
          onRetry={() => void page.refetch()}
          empty={emptyOf(search, () => write(nothingChosen))}
        />
        {excused !== null && <ExcuseDialog due={excused} onClose={() => setExcused(null)} />}
        {accepted !== null && (
          <Accepting due={asOfNow(accepted, page.data?.data)} onClose={() => setAccepted(null)} />
        )}
      </ShownZone>
      <Pager number={search.page} page={page} />
    </div>
  );
}

interface PagerProps {
  /** From 1. */
  readonly number: number;
  readonly page: ReturnType<typeof useDueRounds>;
}

function Pager({ number, page }: PagerProps) {
  const [, write] = useUrlSearch();
  return (
    <GridPager
      page={number}
      pageSize={page.pageSize}
      total={page.data?.count ?? 0}
      onPageChange={(next) => write({ page: next === 1 ? undefined : String(next) })}
      isDisabled={page.isPlaceholderData}
    />
  );
}

/** An address of before, or typed by hand, names a day and no zone: what is copied from the address bar does. */
function useZoneInAddress(search: DueSearch): void {
  const [, write] = useUrlSearch();
  const linked = linkedZone(search) ?? '';
  useEffect(() => {
    if (linked !== search.zone) write({ zone: linked }, { replace: true });
  });
}

/** The round that was walked, else the one that was sent late. */
const shownRoundOf = ({ round, sentLate }: DueRoundRow): string | undefined =>
  round?.id ?? sentLate[0]?.roundId;

function Accepting({ due, onClose }: { readonly due: LateDue; readonly onClose: () => void }) {
  return <AcceptLateDialog due={due} area={tourArea} onClose={onClose} />;
}

/** The due round as it was last loaded: a decision of somebody else is seen before the button is pressed. */
const asOfNow = (due: LateDue, loaded: readonly DueRoundRow[] | undefined): LateDue =>
  loaded?.find(({ id }) => id === due.id) ?? due;

const idOf = ({ id }: DueRoundRow): string => id;

const nothingChosen = {
  status: '',
  sentLate: '',
  outcome: '',
  site: '',
  tour: '',
  id: '',
  guard: '',
  named: '',
  from: '',
  to: '',
  fromMs: '',
  toMs: '',
  page: undefined,
};

function emptyOf(search: DueSearch, clear: () => void): GridEmpty {
  const { status, sentLate, outcome, site, tour, id, guard, fromMs } = search;
  const isNarrowed = [site, tour, id, guard, fromMs].some((value) => value !== '');
  if (status !== null || sentLate || outcome !== null || isNarrowed) {
    return {
      reason: t('records.noneFound'),
      nextStep: <Button onClick={clear}>{t('records.clearFilters')}</Button>,
    };
  }
  return {
    icon: <IconCalendarClock size={32} aria-hidden />,
    title: t('dueRounds.none'),
    reason: t('dueRounds.noneReason'),
    nextStep: <ButtonLink href={listHref}>{t('tours.title')}</ButtonLink>,
  };
}

/**
 * Only actions that lead somewhere for this caller: the round's details, accepting what was sent late, and excusing what
 * no one began.
 */
function useActions(
  zone: ZoneChoice,
  onExcuse: (due: DueRoundRow) => void,
  onAccept: (due: DueRoundRow) => void,
): readonly GridAction<DueRoundRow>[] {
  const language = useLanguage();
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const maySeeRounds = useSession((session) => session.canView('SCANNED_CHECKPOINTS'));
  return useMemo(() => {
    const details: GridAction<DueRoundRow> = {
      id: 'round',
      label: t('dueRounds.details'),
      icon: <IconRoute size={18} aria-hidden />,
      isShown: (due) => shownRoundOf(due) !== undefined,
      href: (due) => roundHref(shownRoundOf(due) ?? '', zone),
    };
    const excuse: GridAction<DueRoundRow> = {
      id: 'excuse',
      label: t('dueRounds.excuse'),
      icon: <IconHandStop size={18} aria-hidden />,
      isShown: ({ round }) => round === null,
      onSelect: onExcuse,
    };
    const accept: GridAction<DueRoundRow> = {
      id: 'accept',
      label: t('lateRounds.accept'),
      icon: <IconCircleCheck size={18} aria-hidden />,
      isShown: (due) => openArrivals(due).length > 0,
      onSelect: onAccept,
    };
    return inLanguage(language, [...(maySeeRounds ? [details] : []), ...(mayEdit ? [accept, excuse] : [])]);
  }, [language, mayEdit, maySeeRounds, onExcuse, onAccept, zone]);
}

function useColumns(): readonly GridColumn<DueRoundRow>[] {
  const language = useLanguage();
  return useMemo(() => inLanguage(language, dueColumns()), [language]);
}
