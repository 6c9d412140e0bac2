// What was answered and noted at the checkpoints of a round; what is out of order is marked (FIELD-01).
import { listRoundRemarks, type RemarkAnswer, type RoundRemark } from '@watchpost/contract/round-remarks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { checkpointHref, incidentHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { useZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { Loaded } from '../../records/loaded.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import styles from './round-remarks.module.css';

interface RemarksProps {
  readonly roundId: string;
  readonly zone: string;
  readonly isLive: boolean;
}

const liveEveryMs = 30_000;

/** Nothing where nothing was said; that it could not be asked for is told. */
export function RoundRemarks({ roundId, zone, isLive }: RemarksProps) {
  const query = useQuery({
    queryKey: ['round', roundId, 'remarks'],
    queryFn: ({ signal }) => call(listRoundRemarks, { params: { roundId }, signal, explainedBy: 'caller' }),
    refetchInterval: isLive ? liveEveryMs : false,
    staleTime: 0,
    retry: false,
  });
  const isNothing = query.data === undefined || query.data.data.length === 0;
  if (isNothing && query.error === null) return null;
  return (
    <Card title={t('remarks.title')} isFlush={query.error === null}>
      <Loaded query={query} height={120}>
        {({ data: remarks }) => (
          <ol className={styles.remarks}>
            {remarks.map((remark) => (
              <Remark key={remark.id} remark={remark} zone={zone} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

function Remark({ remark, zone }: { readonly remark: RoundRemark; readonly zone: string }) {
  const maySeeIncidents = useSession((session) => session.canView('INCIDENTS'));
  const shown = useZoneChoice();
  const maySeeCheckpoints = useSession((session) => session.canView('CHECKPOINTS'));
  return (
    <li className={styles.remark}>
      <div className={styles.head}>
        {maySeeCheckpoints ? (
          <a href={checkpointHref(remark.checkpointId)}>{remark.checkpointName}</a>
        ) : (
          <strong>{remark.checkpointName}</strong>
        )}
        <span className={styles.quiet}>
          <SiteTime atMs={remark.deviceAtMs} zone={zone} />
        </span>
        {remark.incidentId !== null && maySeeIncidents && (
          <a href={incidentHref(remark.incidentId, shown)}>{t('remarks.toIncident')}</a>
        )}
      </div>
      <RemarkText {...remark} />
    </li>
  );
}

function RemarkText({ answers, note }: RoundRemark) {
  return (
    <dl className={styles.answers}>
      {answers.map((answer) => (
        <div key={answer.questionId} data-marked={answer.marks.length > 0 || undefined}>
          <dt>{answer.question || t('remarks.unasked')}</dt>
          <dd>
            <span>{valueText(answer)}</span>
            {answer.marks.map((mark) => (
              <StatusBadge key={mark} meaning={mark === 'unfit' ? 'unknown' : 'late'}>
                {t(`remarks.${mark}`)}
              </StatusBadge>
            ))}
            {answer.marks.includes('outOfLimits') && (
              <span className={styles.quiet}>{t('remarks.within', { limits: limitsText(answer) })}</span>
            )}
          </dd>
        </div>
      ))}
      {note !== '' && (
        <div>
          <dt>{t('remarks.note')}</dt>
          <dd className={styles.note}>{note}</dd>
        </div>
      )}
    </dl>
  );
}

function valueText({ kind, value, unit, marks }: RemarkAnswer): string {
  if (kind === 'yesNo' && !marks.includes('unfit')) return t(value === 'yes' ? 'remarks.yes' : 'remarks.no');
  return unit === '' ? String(value) : `${value} ${unit}`;
}

const limitsText = ({ min, max }: RemarkAnswer): string =>
  t('remarks.limits', { min: min ?? '…', max: max ?? '…' });
