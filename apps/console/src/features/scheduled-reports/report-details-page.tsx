// One scheduled report: what it is, and everything that was sent.
import type { ReportRow } from '@watchpost/contract/scheduled-reports';
import { languageNames } from '@watchpost/domain/languages';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { EditLink } from '../../records/edit-link.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { clockWords } from '../../records/week-words.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Fact, Facts } from '../../ui/display/facts.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { Recipient } from './report-recipients-field.tsx';
import { ReportHistory } from './report-history.tsx';
import { contentsText, whenText } from './report-texts.ts';
import { reportApi, useReport } from './scheduled-reports.api.ts';
import styles from './scheduled-reports.module.css';
import { useReportDoing } from './use-report-doing.ts';

const listHref = '#/patrolling-reports/scheduled-reports';

export function ReportDetailsPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useReport(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(report) => (
        <Stack>
          <Actions report={report} />
          {!report.activated && report.pausedReason !== '' && <Paused report={report} />}
          <About report={report} />
          <ReportHistory key={report.id} report={report} />
        </Stack>
      )}
    </RecordPage>
  );
}

interface OneProps {
  readonly report: ReportRow;
}

function Actions({ report }: OneProps) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const doing = useReportDoing();
  return (
    <PageActions>
      <ButtonLink href={listHref} icon={<IconArrowLeft size={16} aria-hidden />}>
        {t('records.back')}
      </ButtonLink>
      {mayEdit && (
        <Button
          icon={<IconSend size={18} aria-hidden />}
          isBusy={doing.what === 'test'}
          onClick={() => doing.test(report.id)}
        >
          {t('scheduled.sendTest')}
        </Button>
      )}
      <EditLink href={`${listHref}/edit-report?id=${report.id}`} label={t('records.edit')} />
    </PageActions>
  );
}

function Paused({ report: { id, pausedReason } }: OneProps) {
  const mayResume = useSession((session) => session.hasAccess('status'));
  const doing = useReportDoing();
  if (pausedReason === '') return null;
  const resume = () =>
    doing.run('resume', async () => {
      await reportApi.setStatus?.([id], true);
      return '';
    });
  return (
    <section className={styles.paused} aria-label={t('scheduled.pauseTitle')}>
      <h2>{t('scheduled.pauseTitle')}</h2>
      <p>{t(`scheduled.pause.${pausedReason}`)}</p>
      {mayResume && (
        <Button isBusy={doing.what === 'resume'} onClick={resume}>
          {t('scheduled.resume')}
        </Button>
      )}
    </section>
  );
}

function About({ report }: OneProps) {
  const { timing, nextAtMs, timeZone, recipients, activated } = report;
  return (
    <Card
      title={report.name}
      actions={
        <StatusBadge meaning={activated ? 'good' : 'late'}>
          {t(activated ? 'scheduled.active' : 'scheduled.paused')}
        </StatusBadge>
      }
    >
      <Facts>
        <Fact label={t('scheduled.when')}>{whenText(report)}</Fact>
        <Fact label={t('scheduled.next')}>
          {nextAtMs === null ? (
            t(activated && timing.kind === 'event' ? 'scheduled.nextOnEvent' : 'scheduled.noNext')
          ) : (
            <SiteTime atMs={nextAtMs} zone={timeZone} />
          )}
        </Fact>
        <Fact label={t('scheduled.site')}>{report.siteName ?? t('scheduled.allSites')}</Fact>
        <Fact label={t('scheduled.contents')}>{contentsText(report.contents)}</Fact>
        {timing.kind !== 'event' && (
          <>
            <Fact label={t('scheduled.period')}>{t(`scheduled.period.${report.period}`)}</Fact>
            <Fact label={t('scheduled.dayStart')}>{clockWords(report.dayStartMinute)}</Fact>
          </>
        )}
        <Fact label={t('scheduled.formats')}>
          {report.formats.map((format) => t(`scheduled.format.${format}`)).join(', ')}
        </Fact>
        <Fact label={t('scheduled.language')}>{languageNames[report.language]}</Fact>
        <Fact label={t('scheduled.owner')}>
          {report.ownerName || '–'}
          <p className={styles.small}>{t('scheduled.ownerHelp')}</p>
        </Fact>
        <Fact label={t('scheduled.recipients')} isWide>
          <ul className={styles.plain}>
            {recipients.map((stored) => (
              <li key={stored.email}>
                <Recipient email={stored.email} stored={stored} reportId={report.id} zone={timeZone} />
              </li>
            ))}
          </ul>
        </Fact>
      </Facts>
    </Card>
  );
}
