// The SOS bar above every page: nothing else of the console stands above it, and nothing folds it into other notices.
import { sosLookMs } from '@watchpost/domain/sos';
import { IconPlugConnectedX, IconVolume3 } from '@tabler/icons-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { liveBoardPath } from '../../lib/pages.ts';
import { useSession } from '../../lib/current-session.ts';
import { t, useLanguage } from '../../lib/labels.ts';
import { type OpenCalls, useOpenCalls } from '../../lib/open-sos.ts';
import { clockText } from '../../lib/site-clock.tsx';
import { noTicks, seconds } from '../../lib/ticking.ts';
import { Button } from '../../ui/actions/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useTopLayer } from '../../ui/overlays/layers.ts';
import { forgetOutcomes, useOutcomes } from './acknowledging.ts';
import { CallRow, isWaiting } from './call-row.tsx';
import { followOpenCalls } from './open-calls.ts';
import styles from './sos-bar.module.css';
import { useAlarmSound, useTabAlarm } from './use-alarm.ts';

export interface BarProps {
  /** The page is the live board as a screen on a wall. */
  readonly isWallDisplay: boolean;
  /** The page itself says that its connection is lost. */
  readonly isBoard: boolean;
}

/** For every page behind sign-in; nothing for those who may see no calls. */
export function SosBar(props: BarProps) {
  const userId = useSession((current) => current.token());
  const mayView = useSession((current) => current.canView('DASHBOARD'));
  return userId === undefined || !mayView ? null : <Followed key={userId} userId={userId} {...props} />;
}

function Followed({ userId, ...props }: BarProps & { readonly userId: string }) {
  useEffect(() => {
    const unfollow = followOpenCalls(userId);
    return () => {
      unfollow();
      forgetOutcomes();
    };
  }, [userId]);
  const open = useOpenCalls();
  const outcomes = useOutcomes();
  const waiting = open.calls.filter((call) => isWaiting(call, outcomes.get(call.id)));
  const sound = useAlarmSound(userId, waiting);
  useTabAlarm(waiting);
  useLanguage();
  const showsConnection = useShowsConnection(open, props.isBoard);
  if (open.calls.length === 0 && !showsConnection) return null;
  return (
    <Bar isWallDisplay={props.isWallDisplay}>
      {sound === 'blocked' && <Blocked />}
      {open.calls.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll what they can reach
        <div className={styles.scroller} tabIndex={open.calls.length > 3 ? 0 : undefined}>
          <ul>
            {open.calls.map((call) => (
              <CallRow
                key={call.id}
                call={call}
                outcome={outcomes.get(call.id)}
                clockMs={open.clockMs}
                isWallDisplay={props.isWallDisplay}
              />
            ))}
          </ul>
          <More open={open} />
        </div>
      )}
      {showsConnection && <Connection open={open} />}
    </Bar>
  );
}

/** Where a modal dialog is open, in it: all else is out of reach. */
function Bar({ isWallDisplay, children }: { readonly isWallDisplay: boolean; readonly children: ReactNode }) {
  const layer = useTopLayer();
  const bar = useRef<HTMLElement>(null);
  const isInPage = layer === document.body;
  useHeight(bar, isInPage);
  useFocusKey(bar);
  const section = (
    <section
      ref={bar}
      className={classNames(styles.bar, isWallDisplay && styles.onWall, !isInPage && styles.inLayer)}
      aria-label={t('sosBar.title')}
      data-print="hide"
    >
      {children}
    </section>
  );
  return isInPage ? section : createPortal(section, layer);
}

const heightName = '--sos-bar-height';

/** What else sticks to the top of the window stands below the bar. */
function useHeight(bar: RefObject<HTMLElement | null>, isInPage: boolean): void {
  useLayoutEffect(() => {
    if (bar.current === null) return undefined;
    const { style } = document.documentElement;
    const element = bar.current;
    const measure = () => style.setProperty(heightName, `${element.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => {
      observer.disconnect();
      style.removeProperty(heightName);
    };
  }, [bar, isInPage]);
}

/** F8 moves to the bar from wherever somebody types or reads. */
function useFocusKey(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey) return;
      const first = (selector: string) => bar.current?.querySelector<HTMLElement>(selector);
      const target = first('[data-sos-acknowledge]') ?? first('a, button');
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [bar]);
}

/** The press itself is what the browser waits for; see lib/sound-output.ts. */
function Blocked() {
  return (
    <div className={styles.blocked}>
      <IconVolume3 size={18} aria-hidden />
      <span role="alert">{t('sosBar.blocked')}</span>
      <Button size="small" className={styles.turnOn}>
        {t('sosBar.turnOn')}
      </Button>
    </div>
  );
}

function More({ open: { count, calls } }: { readonly open: OpenCalls }) {
  if (count <= calls.length) return null;
  return (
    <a className={styles.more} href={`#/${liveBoardPath}`}>
      {t('sosBar.more', { count: count - calls.length })}
    </a>
  );
}

/** A blink of the connection is not worth a word. */
const shownAfterMs = 5_000;

const faultSinceMs = ({ lostSinceMs, slowSinceMs }: OpenCalls): number | null => lostSinceMs ?? slowSinceMs;

function useShowsConnection(open: OpenCalls, isBoard: boolean): boolean {
  const sinceMs = faultSinceMs(open);
  const nowMs = useSyncExternalStore(sinceMs === null ? noTicks : seconds.subscribe, seconds.now);
  return !isBoard && sinceMs !== null && nowMs - sinceMs >= shownAfterMs;
}

/** Silence must not be taken for safety. */
function Connection({ open: { lostSinceMs } }: { readonly open: OpenCalls }) {
  return (
    <output className={lostSinceMs === null ? styles.slow : styles.lost}>
      <IconPlugConnectedX size={18} aria-hidden />
      {lostSinceMs === null
        ? t('sosBar.slow', { count: sosLookMs.streamDown / 1_000 })
        : t('sosBar.lost', { time: clockText(lostSinceMs) })}
    </output>
  );
}
