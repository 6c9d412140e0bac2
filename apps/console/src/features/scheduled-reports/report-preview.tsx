// What the report in the form would do next, before it is saved; how it looks; and one for the writer alone.
import { reportTiming } from '@watchpost/contract/scheduled-reports';
import { nextSendings, sendingsShown, spanOf } from '@watchpost/domain/scheduled-reports';
import { IconEye, IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { t } from '../../lib/labels.ts';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { inputOf, type ReportDraft, timingOf } from './report-draft.ts';
import { momentText, spanText } from './report-texts.ts';
import { editedReportSchema, savePreview } from './scheduled-reports.api.ts';
import styles from './scheduled-reports.module.css';
import { useReportDoing } from './use-report-doing.ts';

interface PreviewProps {
  /** Empty for a new one. */
  readonly id: string;
  readonly form: RecordForm<ReportDraft>;
  readonly zone: string | undefined;
}

export function ReportPreview({ id, form, zone }: PreviewProps) {
  const doing = useReportDoing();
  const preview = () => {
    const checked = editedReportSchema.safeParse(inputOf(form.draft));
    if (!checked.success) {
      toasts.error({ summary: t('error.summary'), text: t('scheduled.previewInvalid') });
      return;
    }
    doing.run('preview', async () => {
      await savePreview(checked.data);
      return t('scheduled.previewDone');
    });
  };
  return (
    <Card title={t('scheduled.preview')}>
      <NextSendings draft={form.draft} zone={zone} />
      <p className={styles.small}>{t('scheduled.previewHelp')}</p>
      <div className={styles.buttons}>
        <Button icon={<IconEye size={18} aria-hidden />} isBusy={doing.what === 'preview'} onClick={preview}>
          {t('scheduled.previewPdf')}
        </Button>
        <Button
          icon={<IconSend size={18} aria-hidden />}
          isBusy={doing.what === 'test'}
          disabled={id === '' || form.isDirty}
          onClick={() => doing.test(id)}
        >
          {t('scheduled.sendTest')}
        </Button>
      </div>
      {(id === '' || form.isDirty) && <p className={styles.small}>{t('scheduled.testHelp')}</p>}
    </Card>
  );
}

function NextSendings({ draft, zone }: { readonly draft: ReportDraft; readonly zone: string | undefined }) {
  const [nowMs] = useState(() => Date.now());
  const sendings = useMemo(() => {
    const timing = reportTiming.safeParse(timingOf(draft));
    if (!timing.success || timing.data.kind === 'event' || zone === undefined) return null;
    return nextSendings(timing.data, zone, nowMs, sendingsShown);
  }, [draft, zone, nowMs]);
  if (draft.kind === 'event') {
    return <p>{t('scheduled.onEventNext', { event: t(`scheduled.event.${draft.event}`) })}</p>;
  }
  if (sendings === null || zone === undefined) {
    return <p className={styles.quiet}>{t('scheduled.previewMissing')}</p>;
  }
  const dayStartMinute = Number(draft.dayStartMinute);
  const covered = (atMs: number) => {
    const { fromMs, toMs } = spanOf(draft.period, { atMs, zone, dayStartMinute });
    return t('scheduled.covers', { period: spanText(fromMs, toMs, zone) });
  };
  return (
    <>
      <p className={styles.quiet}>{t('scheduled.nextSendings')}</p>
      <ol className={styles.sendings}>
        {sendings.map(({ atMs, occasion }) => (
          <li key={occasion}>
            <strong>{momentText(atMs, zone)}</strong>
            <span className={styles.small}>{covered(atMs)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
