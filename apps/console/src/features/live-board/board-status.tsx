// The figures of now, and whether what is shown is now at all.
import type { LiveBoard } from '@watchpost/contract/live-board';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { currentLocale, t } from '../../lib/labels.ts';
import { classNames } from '../../ui/class-names.ts';
import { clockText } from '../../lib/site-clock.tsx';
import { useSecondsNow } from './board-clock.tsx';
import styles from './live-board.module.css';

interface FigureProps {
  readonly label: string;
  readonly value: number;
  readonly note: string;
  /** Of what the note tells; null where it is nothing bad. */
  readonly meaning: 'late' | 'missed' | null;
}

function Figure({ label, value, note, meaning }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <span>{value.toLocaleString(currentLocale())}</span>
        <small className={classNames(meaning !== null && styles[meaning])}>{note}</small>
      </dd>
    </div>
  );
}

export function BoardFigures({ board }: { readonly board: LiveBoard }) {
  const { guards, rounds, lateStarts, incidents } = board;
  return (
    <dl className={styles.figures}>
      {guards !== null && (
        <Figure
          label={t('live.guards')}
          value={guards.count}
          note={guards.silent > 0 ? t('live.silentCount', { count: guards.silent }) : t('live.allHeard')}
          meaning={guards.silent > 0 ? 'missed' : null}
        />
      )}
      {rounds !== null && (
        <Figure
          label={t('live.rounds')}
          value={rounds.count}
          note={rounds.late > 0 ? t('live.lateCount', { count: rounds.late }) : t('live.noneLate')}
          meaning={rounds.late > 0 ? 'late' : null}
        />
      )}
      {lateStarts !== null && (
        <Figure
          label={t('live.lateStarts')}
          value={lateStarts.count}
          note={lateStarts.count > 0 ? t('live.lateStartsNote') : t('live.noLateStarts')}
          meaning={lateStarts.count > 0 ? 'late' : null}
        />
      )}
      {incidents !== null && (
        <Figure
          label={t('live.incidents')}
          value={incidents.count}
          note={incidents.count > 0 ? t('live.incidentsNote') : t('live.noIncidents')}
          meaning={null}
        />
      )}
    </dl>
  );
}

/** A blink of the connection is no news. */
const shownAfterMs = 2_000;

interface LostProps {
  /** By this machine's clock. */
  readonly sinceMs: number;
  /** Of what is shown, by the server's clock; null while nothing is. */
  readonly stateMs: number | null;
  readonly clockMs: number;
}

/** Says so rather than let old news pass for new. */
export function ConnectionLost({ sinceMs, stateMs, clockMs }: LostProps) {
  const nowMs = useSecondsNow() - clockMs;
  const isShown = nowMs - sinceMs >= shownAfterMs;
  return (
    <output className={classNames(isShown && styles.lost)}>
      {isShown && (
        <>
          <IconPlugConnectedX size={20} aria-hidden />
          {stateMs === null
            ? t('live.lost', { time: clockText(sinceMs) })
            : t('live.lostShowing', { time: clockText(sinceMs), state: clockText(stateMs) })}
        </>
      )}
    </output>
  );
}
