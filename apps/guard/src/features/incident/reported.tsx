import { t } from '../../lib/labels.ts';
import type { Phone } from '../../outbox/phone.ts';
import type { OutboxRecord } from '../../outbox/records.ts';
import { useRecord } from '../../outbox/use-record.ts';
import { ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';

const photosOf = (records: readonly OutboxRecord[], reportId: string): number =>
  records.filter(({ entry }) => entry.kind === 'photo' && entry.incidentId === reportId).length;

interface ReportedProps {
  readonly phone: Phone;
  readonly reportId: string;
}

/** By its own record: that nothing waits any more is no sign of having arrived where the phone could not be read. */
function ReportStatus({ phone: { session }, reportId }: ReportedProps) {
  const state = useRecord(reportId)?.state;
  if (state === 'refused') {
    return (
      <Outcome kind="refused" title={t('incident.refused')}>
        <span className={controls.quiet}>{t('incident.refusedHint')}</span>
      </Outcome>
    );
  }
  if (state !== 'sent') {
    return (
      <Outcome kind="saved" title={t('incident.kept')}>
        <span className={controls.quiet}>
          {t(session?.token === null ? 'signIn.again' : 'incident.keptHint')}
        </span>
      </Outcome>
    );
  }
  return (
    <Outcome kind="taken" title={t('incident.taken')}>
      <span className={controls.quiet}>{t('incident.takenHint')}</span>
    </Outcome>
  );
}

/** What became of a report and its photos. */
export function Reported(props: ReportedProps) {
  const { phone, reportId } = props;
  const waiting = photosOf(phone.waiting, reportId);
  const refused = photosOf(phone.refused, reportId);
  const close = (
    <ButtonLink href={phone.shift.round === null ? '#/home' : '#/round'} kind="primary">
      {t('incident.close')}
    </ButtonLink>
  );
  return (
    <Screen title={t('incident.title')} actions={close}>
      <ReportStatus {...props} />
      {waiting > 0 && <Notice>{t('incident.photosWaiting', { count: waiting })}</Notice>}
      {refused > 0 && <Notice tone="missed">{t('incident.photosRefused', { count: refused })}</Notice>}
    </Screen>
  );
}
