import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { fullTrust } from '@watchpost/domain/trust-score';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/labels.ts';
import { FlagList } from '../../lib/rounds/flag-list.tsx';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { UncountedReasons } from '../../lib/rounds/uncounted-scan.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { gapText, meanings, orderText } from './round-drawing.ts';
import type { RoundPoint } from './round-points.ts';
import styles from './round-scans.module.css';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { durationText, metresText, phoneClockText } from '../../lib/rounds/round-texts.ts';

/** A scan that reached the server later than this was kept on the phone in the meantime. */
const sentLateMs = 60_000;

interface RoundScansProps {
  /** The site's zone. */
  readonly zone: string;
  readonly points: readonly RoundPoint[];
  readonly uncounted: RoundDetails['uncounted'];
  readonly highlightedId: string | null;
  readonly onHighlight: (checkpointId: string | null) => void;
}

/** Each checkpoint with order, distance, gap and the reasons to look at it again (RDET-03). */
export function RoundScans({ zone, points, uncounted, highlightedId, onHighlight }: RoundScansProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => showItem(list.current, highlightedId), [highlightedId]);
  return (
    <Card title={t('round.scans')} isFlush>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
      <ol ref={list} className={styles.list} tabIndex={0} aria-label={t('round.scans')}>
        {points.map((one) => (
          <li
            key={one.point.checkpointId}
            className={styles.item}
            data-checkpoint={one.point.checkpointId}
            data-highlighted={one.point.checkpointId === highlightedId || undefined}
            onPointerEnter={() => onHighlight(one.point.checkpointId)}
            onPointerLeave={() => onHighlight(null)}
          >
            <ScanFacts one={one} zone={zone} />
          </li>
        ))}
        {uncounted.map((scan) => (
          <li key={scan.id} className={styles.item}>
            <div className={styles.head}>
              <span className={styles.name}>{scan.claimedName}</span>
              <StatusBadge meaning="missed">{t('round.uncounted')}</StatusBadge>
            </div>
            <ul className={styles.facts}>
              <li>
                <SiteTime atMs={scan.deviceAtMs} zone={zone} />
              </li>
              <li>{t(`round.method.${scan.method}`)}</li>
            </ul>
            <UncountedReasons scan={scan} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Scrolls the list alone, never the page, to what was highlighted elsewhere. */
function showItem(list: HTMLElement | null, checkpointId: string | null): void {
  if (list === null || checkpointId === null || list.matches(':hover')) return;
  const item = list.querySelector<HTMLElement>(`[data-checkpoint="${CSS.escape(checkpointId)}"]`);
  if (item === null) return;
  const top = item.offsetTop - list.offsetTop;
  const isAbove = top < list.scrollTop;
  const isBelow = top + item.offsetHeight > list.scrollTop + list.clientHeight;
  if (isAbove) list.scrollTop = top;
  else if (isBelow) list.scrollTop = top + item.offsetHeight - list.clientHeight;
}

function ScanFacts({ one, zone: siteZone }: { readonly one: RoundPoint; readonly zone: string }) {
  const { point, state, doubts } = one;
  const zone = useShownZone(siteZone);
  return (
    <>
      <div className={styles.head}>
        <span className={styles.name}>{point.name}</span>
        <StatusBadge meaning={meanings[state]}>{t(`round.legend.${state}`)}</StatusBadge>
      </div>
      <ul className={styles.facts}>
        {factsOf(one, zone).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <FlagList flags={doubts} />
    </>
  );
}

function factsOf(one: RoundPoint, zone: string): string[] {
  const { point } = one;
  const { scan } = point;
  if (scan === null) return [orderText(point)];
  const delayMs = scan.receivedAtMs - scan.deviceAtMs;
  return [
    orderText(point),
    t(`round.method.${scan.method}`),
    ...(scan.claimedName === undefined ? [] : [t('round.claimed', { name: scan.claimedName })]),
    ...(scan.distanceMetres === null ? [] : [distanceText(scan.distanceMetres, scan.accuracyMetres)]),
    gapText(one),
    ...scan.repeats.map((again) => againText(again, scan.deviceAtMs)),
    ...(scan.score < fullTrust ? [`${t('trust.score')}: ${t('trust.scoreOf', { score: scan.score })}`] : []),
    ...(scan.phoneAtMs === null ? [] : [phoneClockText(scan.phoneAtMs, zone)]),
    ...(delayMs > sentLateMs ? [t('round.sentLate', { duration: durationText(delayMs) })] : []),
  ];
}

type Repeat = NonNullable<RoundPoint['point']['scan']>['repeats'][number];

/** A scan of a checkpoint that one before it counts for: when, and how well that one was in place. */
function againText({ deviceAtMs, distanceMetres, accuracyMetres }: Repeat, countedAtMs: number): string {
  const duration = durationText(Math.max(0, deviceAtMs - countedAtMs));
  if (distanceMetres === null) return t('round.again', { duration });
  return t('round.againAway', { duration, distance: distanceText(distanceMetres, accuracyMetres) });
}

function distanceText(metres: number, accuracyMetres: number | null): string {
  const distance =
    accuracyMetres === null
      ? metresText(metres)
      : t('round.withAccuracy', { metres: Math.round(metres), accuracy: Math.round(accuracyMetres) });
  return t('round.away', { distance });
}
