// What goes on in the field just now, kept so by itself; at ?wall=1 for a screen on a wall (DASH-03).
import type { LiveBoard } from '@watchpost/contract/live-board';
import type { SosCall } from '@watchpost/contract/sos';
import { useQueryClient } from '@tanstack/react-query';
import { IconShieldCheck } from '@tabler/icons-react';
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
import { PastButton, SoundSwitch, WallButton, WallHead } from './board-controls.tsx';
import { GuardsPanel, IncidentsPanel, LateStartsPanel, RoundsPanel, ScansPanel } from './board-lists.tsx';
import { BoardMap } from './board-map.tsx';
import { BoardFigures, ConnectionLost } from './board-status.tsx';
import styles from './live-board.module.css';
import { sosQueryKey } from './live-board.api.ts';
import { PastCalls, ResolveDialog, SosDrawer } from './sos-dialogs.tsx';
import { SosPanel } from './sos-panel.tsx';
import { useAlarmSound, useTitleFlash } from './use-alarm.ts';
import { useBoard } from './use-board.ts';
import { useWakeLock } from './use-wall.ts';

/** The latest call that nobody has acknowledged, as a sentence; null while there is none. */
function alarmOf(board: LiveBoard | null): string | null {
  const [call] = board?.sos.data.filter(({ state }) => state === 'raised') ?? [];
  if (call === undefined) return null;
  return t('sos.alarm', {
    guard: call.guardName,
    site: call.siteName === '' ? t('sos.noSite') : call.siteName,
  });
}

function BoardBody({ board, site }: { readonly board: LiveBoard; readonly site: string }) {
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
          <BoardMap board={board} site={site} />
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
  const onDone = () => {
    refresh();
    void queries.invalidateQueries({ queryKey: [sosQueryKey] });
  };
  const show = (id: string | undefined) => change({ sos: id }, { replace: true });
  const close = () => setOpen(null);
  return (
    <>
      {board !== null && (
        <SosPanel
          calls={board.sos.data}
          count={board.sos.count}
          onDone={onDone}
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

/** What calls for help do to the page as a whole. */
function useAlarm(board: LiveBoard | null): string | null {
  const alarm = alarmOf(board);
  useAlarmSound(alarm !== null);
  useTitleFlash(alarm);
  return alarm;
}

export function LiveBoardPage() {
  const [{ site = '', wall }, change] = useUrlSearch();
  const isWall = wall === '1';
  const { board, clockMs, lostSinceMs, failure, refresh } = useBoard(site);
  const [open, setOpen] = useOpen();
  const siteName = useSiteName(site);
  const alarm = useAlarm(board);
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
          <WallHead siteName={siteName} onLeave={() => change({ wall: undefined })} />
        ) : (
          <PageActions>
            <SoundSwitch />
            <PastButton onOpen={() => setOpen({ kind: 'past' })} />
            <WallButton onOpen={() => change({ wall: '1' })} />
          </PageActions>
        )}
        <VisuallyHidden>
          <span role="alert">{alarm}</span>
        </VisuallyHidden>
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
          <BoardBody board={board} site={site} />
        )}
      </Frame>
    </BoardClock>
  );
}
