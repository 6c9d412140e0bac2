// What goes on in the field just now, kept so by itself; at ?wall=1 for a screen on a wall (DASH-03).
import type { LiveBoard } from '@watchpost/contract/live-board';
import type { SosCall } from '@watchpost/contract/sos';
import { useQueryClient } from '@tanstack/react-query';
import { IconShieldCheck } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { onAppEvent } from '../../lib/app-events.ts';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { LoadFailure } from '../../lib/load-failure.tsx';
import { PageActions } from '../../lib/page-actions.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { SiteSelect } from '../../records/site-filter.tsx';
import { makeAsked } from '../../records/use-dialog-draft.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { BoardClock } from './board-clock.tsx';
import { ChimeSwitch, PastButton, SosSample, WallDisplayButton, WallDisplayHead } from './board-controls.tsx';
import { GuardsPanel, IncidentsPanel, LateStartsPanel, RoundsPanel, ScansPanel } from './board-lists.tsx';
import { BoardMap } from './board-map.tsx';
import { BoardFigures, ConnectionLost } from './board-status.tsx';
import styles from './live-board.module.css';
import { sosQueryKey } from './live-board.api.ts';
import { PastCalls, ResolveDialog, SosDrawer } from './sos-dialogs.tsx';
import { SosPanel } from './sos-panel.tsx';
import { useBoard } from './use-board.ts';
import { useChime } from './use-chime.ts';
import { useWakeLock } from './use-wall-display.ts';

interface BodyProps {
  readonly board: LiveBoard;
  readonly site: string;
  /** The call that the map is to show; empty for none. */
  readonly call: string;
}

function BoardBody({ board, site, call }: BodyProps) {
  const { guards, rounds, lateStarts, scans, incidents } = board;
  const isQuiet = guards?.count === 0 && (rounds?.count ?? 0) === 0 && board.sos.count === 0;
  return (
    <>
      <BoardFigures board={board} />
      {isQuiet && (
        <div className={styles.quiet}>
          <EmptyState
            icon={<IconShieldCheck size={28} aria-hidden />}
            title={t('live.nobody')}
            reason={t('live.nobodyWhy')}
          />
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.wide}>
          <BoardMap board={board} site={site} call={call} />
          {guards !== null && <GuardsPanel guards={guards} />}
        </div>
        <div className={styles.column}>
          {rounds !== null && <RoundsPanel rounds={rounds} />}
          {lateStarts !== null && lateStarts.count > 0 && <LateStartsPanel lateStarts={lateStarts} />}
        </div>
        <div className={styles.column}>
          {scans !== null && <ScansPanel scans={scans} />}
          {incidents !== null && <IncidentsPanel incidents={incidents} />}
        </div>
      </div>
    </>
  );
}

function FirstLook({ failure, onRetry }: { readonly failure: Error | null; readonly onRetry: () => void }) {
  if (failure === null)
    return (
      <div className={styles.columns}>
        <VisuallyHidden>
          <output>{t('live.loading')}</output>
        </VisuallyHidden>
        <Skeleton height={420} />
        <Skeleton height={420} />
        <Skeleton height={420} />
      </div>
    );
  return <LoadFailure title={t('live.failed')} error={failure} onRetry={onRetry} />;
}

type Open = { readonly kind: 'past' } | { readonly kind: 'resolve'; readonly call: SosCall } | null;

const dialogs = 'live';
const useOpen = makeAsked<NonNullable<Open>>(dialogs);

interface CallsProps {
  readonly board: LiveBoard | null;
  readonly site: string;
  readonly open: Open;
  readonly setOpen: (open: Open) => void;
  readonly refresh: () => void;
}

/** Calls for help and the dialogs about them; the address names the one whose details are shown. */
function Calls({ board, site, open, setOpen, refresh }: CallsProps) {
  const [{ sos: shownId = '' }, change] = useUrlSearch();
  const queries = useQueryClient();
  const lookAgain = useCallback(() => void queries.invalidateQueries({ queryKey: [sosQueryKey] }), [queries]);
  // What is shown of a call changes with what the bar, or somebody else, does about it.
  useEffect(() => onAppEvent('sosChanged', lookAgain), [lookAgain]);
  const onDone = () => {
    refresh();
    lookAgain();
  };
  const show = (id: string | undefined) => change({ sos: id }, { replace: true });
  const close = () => setOpen(null);
  return (
    <>
      {board !== null && (
        <SosPanel
          calls={board.sos.data}
          count={board.sos.count}
          onResolve={(call) => setOpen({ kind: 'resolve', call })}
          onShow={show}
        />
      )}
      {open?.kind === 'resolve' && (
        <ResolveDialog name={dialogs} call={open.call} onDone={onDone} onClose={close} />
      )}
      {open?.kind === 'past' && shownId === '' && <PastCalls site={site} onShow={show} onClose={close} />}
      {shownId !== '' && <SosDrawer id={shownId} onClose={() => show(undefined)} />}
    </>
  );
}

function useSiteName(site: string): string {
  const sites = useSession((session) => session.sites());
  const own = useSession((session) => session.user()?.siteName ?? '');
  return site === '' ? own : (sites?.find(({ value }) => value === site)?.label ?? '');
}

/** Of the incidents that are listed; null before the first look. */
const incidentIdsOf = (board: LiveBoard | null): readonly string[] | null =>
  board === null ? null : (board.incidents?.data ?? []).map(({ id }) => id);

export function LiveBoardPage() {
  const [{ site = '', wall, call = '' }, change] = useUrlSearch();
  const isWall = wall === '1';
  const { board, clockMs, lostSinceMs, failure, refresh } = useBoard(site);
  const [open, setOpen] = useOpen();
  const siteName = useSiteName(site);
  useChime(incidentIdsOf(board));
  useWakeLock(isWall);
  // On a wall there is no shell whose main part this would be.
  const Frame = isWall ? 'main' : 'div';
  return (
    <BoardClock value={clockMs}>
      <Frame
        className={isWall ? styles.wall : styles.page}
        data-lost={lostSinceMs === null ? undefined : true}
      >
        {isWall ? (
          <WallDisplayHead siteName={siteName} onLeave={() => change({ wall: undefined })} />
        ) : (
          <PageActions>
            <SosSample />
            <ChimeSwitch />
            <PastButton onOpen={() => setOpen({ kind: 'past' })} />
            <WallDisplayButton onOpen={() => change({ wall: '1' })} />
          </PageActions>
        )}
        {lostSinceMs !== null && (
          <ConnectionLost sinceMs={lostSinceMs} stateMs={board?.atMs ?? null} clockMs={clockMs} />
        )}
        <Calls {...{ board, site, open, setOpen, refresh }} />
        {!isWall && (
          <SiteSelect className={styles.site} site={site} onChange={(next) => change({ site: next })} />
        )}
        {board === null ? (
          <FirstLook failure={failure} onRetry={refresh} />
        ) : (
          <BoardBody board={board} site={site} call={call} />
        )}
      </Frame>
    </BoardClock>
  );
}
