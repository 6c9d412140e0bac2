// When a checkpoint was scanned, and the longest times in which it was not.
import type { CheckpointDetails, CheckpointScan } from '@watchpost/contract/checkpoints';
import { checkpointHistoryDays } from '@watchpost/domain/checkpoints';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { roundHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { metresText } from '../../lib/rounds/round-texts.ts';
import { HiddenCard, ListCard } from '../../records/list-card.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Card, CardFoot, CardNote } from '../../ui/display/card.tsx';
import { PlainTable } from '../../ui/display/plain-table.tsx';
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
  if (history === null) return <HiddenCard title={title} />;
  return (
    <Card title={title} isFlush>
      <Figures history={history} />
      {history.scans === 0 ? (
        <CardNote>{t('checkpoints.noScans')}</CardNote>
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
      <PlainTable label={t('checkpoints.lastScans')}>
        <thead>
          <tr>
            <th scope="col">{t('checkpoints.scannedAt')}</th>
            <th scope="col">{t('checkpoints.guard')}</th>
            <th scope="col">{t('checkpoints.method')}</th>
            <th scope="col" data-is-number>
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
      </PlainTable>
      {shown.length < scans.length && (
        <CardFoot>
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('checkpoints.showScans', { count: scans.length })}
          </Button>
        </CardFoot>
      )}
    </>
  );
}

function Scan({ scan, zone }: { readonly scan: CheckpointScan; readonly zone: string }) {
  const { roundId, guardName, deviceAtMs, method, distanceMetres, flags } = scan;
  return (
    <tr>
      <td>
        <a href={roundHref(roundId, 'site')}>
          <SiteTime atMs={deviceAtMs} zone={zone} />
        </a>
      </td>
      <td>{guardName || t('checkpoints.unknownGuard')}</td>
      <td>{t(`round.method.${method}`)}</td>
      <td data-is-number>{distanceMetres === null ? '' : metresText(distanceMetres)}</td>
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
  const zone = checkpoint.siteTimeZone;
  return (
    <ListCard
      title={t('checkpoints.gaps')}
      rows={history?.gaps.map((gap) => ({ ...gap, id: String(gap.fromMs) })) ?? null}
      none={t('checkpoints.noGaps')}
      row={({ fromMs, toMs }) => (
        <>
          <strong className={styles.span}>{spanText(toMs - fromMs)}</strong>
          <span className={styles.when}>
            <SiteTime atMs={fromMs} zone={zone} /> –{' '}
            {toMs === history?.toMs ? t('checkpoints.untilNow') : <SiteTime atMs={toMs} zone={zone} />}
          </span>
        </>
      )}
    />
  );
}
