// What became of each sending of a report: to whom it went, its files, and who opened them.
import type { ReportRun } from '@watchpost/contract/report-runs';
import type { ReportRow } from '@watchpost/contract/scheduled-reports';
import { gridPageSize } from '@watchpost/domain/limits';
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { momentText, reasonText, spanText, stateMeaning } from './report-texts.ts';
import { retryRun, revokeLinks, saveRunFile, useRuns } from './scheduled-reports.api.ts';
import styles from './scheduled-reports.module.css';
import { useReportDoing } from './use-report-doing.ts';

/** No list answers with more. */
const runsMax = 100;

export function ReportHistory({ report }: { readonly report: ReportRow }) {
  const [limit, setLimit] = useState<number>(gridPageSize);
  const { data, error, refetch } = useRuns(report.id, limit);
  if (data === undefined) {
    return (
      <Card title={t('scheduled.history')}>
        {error === null ? (
          <Skeleton height={160} />
        ) : (
          <EmptyState
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={error.message}
            nextStep={<Button onClick={() => void refetch()}>{t('ui.retry')}</Button>}
          />
        )}
      </Card>
    );
  }
  return (
    <Card title={t('scheduled.history')}>
      {data.data.length === 0 && (
        <EmptyState
          icon={<IconHistory size={32} aria-hidden />}
          title={t('scheduled.noRuns')}
          reason={t('scheduled.noRunsReason')}
        />
      )}
      <ol className={styles.runs}>
        {data.data.map((run) => (
          <Run key={run.id} report={report} run={run} />
        ))}
      </ol>
      {data.count > data.data.length && limit < runsMax && (
        <div className={styles.more}>
          <Button onClick={() => setLimit(Math.min(runsMax, limit + gridPageSize))}>
            {t('scheduled.more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface RunProps {
  readonly report: ReportRow;
  readonly run: ReportRun;
}

function Run({ report, run }: RunProps) {
  const { kind, state, rows, timeZone, skipped } = run;
  return (
    <li className={styles.run}>
      <div className={styles.runHead}>
        <h3>{momentText(run.dueAtMs, timeZone)}</h3>
        <StatusBadge meaning={stateMeaning[state]}>{t(`scheduled.run.${state}`)}</StatusBadge>
        {kind !== 'planned' && <span className={styles.small}>{t(`scheduled.runKind.${kind}`)}</span>}
        <span className={styles.small}>
          {spanText(run.fromMs, run.toMs, timeZone)}
          {rows !== null && `, ${t('scheduled.rows', { count: rows })}`}
        </span>
        <RunActions report={report} run={run} />
      </div>
      {run.reason !== '' && <p className={styles.problem}>{reasonText(run)}</p>}
      {skipped > 0 && <p className={styles.small}>{t('scheduled.skipped', { count: skipped })}</p>}
      {state === 'sent' && (
        <div className={styles.runParts}>
          <SentTo run={run} />
          <Files report={report} run={run} />
          <Downloads run={run} />
        </div>
      )}
    </li>
  );
}

function RunActions({ report, run }: RunProps) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const doing = useReportDoing();
  const retry = () =>
    doing.run('retry', async () => {
      await retryRun(report.id, run.id);
      return t('scheduled.retried');
    });
  const revoke = async () => {
    if (!(await confirm({ message: t('scheduled.revokeQuestion'), isDangerous: true }))) return;
    doing.run('revoke', async () => {
      await revokeLinks(report.id, run.id);
      return t('scheduled.revoked');
    });
  };
  const hasLinks = run.linksUntilMs !== null;
  if (!mayEdit) return <span />;
  return (
    <span>
      {run.state === 'failed' && report.activated && (
        <Button size="small" isBusy={doing.what === 'retry'} onClick={retry}>
          {t('scheduled.retry')}
        </Button>
      )}
      {hasLinks && (
        <Button size="small" isBusy={doing.what === 'revoke'} onClick={() => void revoke()}>
          {t('scheduled.revoke')}
        </Button>
      )}
    </span>
  );
}

function mailText({ mail, reason }: ReportRun['sentTo'][number]): string {
  return mail === 'failed' ? t('scheduled.mail.failed', { reason }) : t(`scheduled.mail.${mail}`);
}

function SentTo({ run }: { readonly run: ReportRun }) {
  return (
    <div>
      <h4>{t('scheduled.sentTo')}</h4>
      <ul className={styles.plain}>
        {run.sentTo.map((one) => (
          <li key={one.email}>
            {one.email} <span className={styles.small}>{mailText(one)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.small}>
        {run.linksUntilMs !== null
          ? t('scheduled.linksUntil', { at: momentText(run.linksUntilMs, run.timeZone) })
          : t('scheduled.linksEnded')}
      </p>
    </div>
  );
}

function Files({ report, run }: RunProps) {
  const doing = useReportDoing();
  const save = (fileId: string) =>
    doing.run(fileId, async () => {
      await saveRunFile(report.id, run.id, fileId);
      return '';
    });
  return (
    <div>
      <h4>{t('scheduled.files')}</h4>
      <ul className={styles.plain}>
        {run.files.map(({ id, name, isKept }) => (
          <li key={id}>
            {isKept ? (
              <button
                type="button"
                className={styles.file}
                aria-label={t('scheduled.saveFile', { name })}
                onClick={() => save(id)}
              >
                {name}
              </button>
            ) : (
              <span className={styles.small}>{t('scheduled.fileGone', { name })}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Downloads({ run: { downloads, timeZone } }: { readonly run: ReportRun }) {
  return (
    <div>
      <h4>{t('scheduled.downloads')}</h4>
      {downloads.length === 0 && <p className={styles.small}>{t('scheduled.noDownloads')}</p>}
      <ul className={styles.plain}>
        {downloads.map(({ email, fileName, atMs }, index) => (
          <li key={index} className={styles.small}>
            {t('scheduled.downloadWords', { file: fileName, email, at: momentText(atMs, timeZone) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
