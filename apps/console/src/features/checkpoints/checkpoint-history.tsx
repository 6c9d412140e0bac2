// When a checkpoint was scanned, and the longest times in which it was not.
import type { CheckpointDetails, CheckpointScan } from '@watchpost/contract/checkpoints';
import { checkpointHistoryDays } from '@watchpost/domain/checkpoints';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { metresText } from '../../lib/rounds/round-words.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import styles from './checkpoint-details.module.css';
import { DayBars } from './day-bars.tsx';
import { spanText } from './span-text.ts';

type HistoryProps = Pick<CheckpointDetails, 'checkpoint' | 'history'>;
type History = NonNullable<CheckpointDetails['history']>;

/** Scans that show before the rest is asked for. */
const scansShown = 10;

export function CheckpointHistory({ checkpoint, history }: HistoryProps) {
  const title = t('checkpoints.history', { days: checkpointHistoryDays });
  if (history === null) {
    return (
      <Card title={title}>
        <p className={styles.quiet}>{t('checkpoints.hiddenFromYou')}</p>
      </Card>
    );
  }
  return (
    <Card title={title} isFlush>
      <Figures history={history} />
      {history.scans === 0 ? (
        <p className={styles.none}>{t('checkpoints.noScans')}</p>
      ) : (
        <DayBars days={history.days} />
      )}
      <LastScans checkpoint={checkpoint} scans={history.last} />
    </Card>
  );
}

function Figures({ history: { scans, flagged, days, gaps } }: { readonly history: History }) {
  const [longest] = gaps;
  const figures = [
    { label: t('checkpoints.scans'), value: String(scans) },
    { label: t('checkpoints.flagged'), value: String(flagged) },
    { label: t('checkpoints.daysWithout'), value: String(days.filter((day) => day.scans === 0).length) },
    {
      label: t('checkpoints.longestGap'),
      value: longest === undefined ? t('checkpoints.noGap') : spanText(longest.toMs - longest.fromMs),
    },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LastScansProps extends Pick<HistoryProps, 'checkpoint'> {
  readonly scans: readonly CheckpointScan[];
}

function LastScans({ checkpoint, scans }: LastScansProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (scans.length === 0) return null;
  const shown = isWhole ? scans : scans.slice(0, scansShown);
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t('checkpoints.lastScans')}>
          <thead>
            <tr>
              <th scope="col">{t('checkpoints.scannedAt')}</th>
              <th scope="col">{t('checkpoints.guard')}</th>
              <th scope="col">{t('checkpoints.method')}</th>
              <th scope="col" className={styles.number}>
                {t('checkpoints.distance')}
              </th>
              <th scope="col">{t('checkpoints.doubts')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((scan) => (
              <Scan key={scan.id} scan={scan} zone={checkpoint.siteTimeZone} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < scans.length && (
        <div className={styles.more}>
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('checkpoints.showScans', { count: scans.length })}
          </Button>
        </div>
      )}
    </>
  );
}

function Scan({ scan, zone }: { readonly scan: CheckpointScan; readonly zone: string }) {
  const { roundId, guardName, deviceAtMs, method, distanceMetres, flags } = scan;
  return (
    <tr>
      <td>
        <a href={`#/patrolling-reports/scanned-checkpoints-details?id=${roundId}`}>
          <SiteTime atMs={deviceAtMs} zone={zone} />
        </a>
      </td>
      <td>{guardName || t('checkpoints.unknownGuard')}</td>
      <td>{t(`round.method.${method}`)}</td>
      <td className={styles.number}>{distanceMetres === null ? '' : metresText(distanceMetres)}</td>
      <td>
        <span className={styles.doubts}>
          {flags.map((flag) => (
            <StatusBadge key={flag} meaning="late">
              {t(`trust.${flag}`)}
            </StatusBadge>
          ))}
        </span>
      </td>
    </tr>
  );
}

export function CheckpointGaps({ checkpoint, history }: HistoryProps) {
  const title = t('checkpoints.gaps');
  if (history === null || history.gaps.length === 0) {
    return (
      <Card title={title}>
        <p className={styles.quiet}>
          {t(history === null ? 'checkpoints.hiddenFromYou' : 'checkpoints.noGaps')}
        </p>
      </Card>
    );
  }
  const zone = checkpoint.siteTimeZone;
  return (
    <Card title={title} isFlush>
      <ol className={styles.rows}>
        {history.gaps.map(({ fromMs, toMs }) => (
          <li key={fromMs}>
            <strong className={styles.span}>{spanText(toMs - fromMs)}</strong>
            <span className={styles.quiet}>
              <SiteTime atMs={fromMs} zone={zone} /> –{' '}
              {toMs >= history.toMs ? t('checkpoints.untilNow') : <SiteTime atMs={toMs} zone={zone} />}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
