// Plans a report, or edits one that the address names.
import type { ReportRow } from '@watchpost/contract/scheduled-reports';
import { type Language, languageNames, languageOf, languages } from '@watchpost/domain/languages';
import { useState } from 'react';
import { session } from '../../lib/current-session.ts';
import { currentLanguage, t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordFormFrame } from '../../records/record-form.tsx';
import { RecordPage } from '../../records/record-page.tsx';
import { type Stored, useRecordForm } from '../../records/use-record-form.ts';
import { clockWords, daysWords } from '../../records/week-words.ts';
import { WithAside } from '../../ui/display/with-aside.tsx';
import { AboutFields } from './report-about-fields.tsx';
import { ContentFields } from './report-content-fields.tsx';
import { draftOf, emptyDraft, inputOf, type ReportDraft } from './report-draft.ts';
import { ReportPreview } from './report-preview.tsx';
import { RecipientsField } from './report-recipients-field.tsx';
import { WhenFields } from './report-when-fields.tsx';
import {
  loadReport,
  reportArea,
  editedReportSchema,
  reportSchema,
  saveReport,
  useReport,
  useReportZone,
} from './scheduled-reports.api.ts';

const listHref = '#/patrolling-reports/scheduled-reports';

export function AddReportPage() {
  const [{ site }] = useUrlSearch();
  const [stored] = useState(() => ({
    draft: emptyDraft(session.user()?.siteId ?? site ?? '', languageOf(currentLanguage()) ?? languages[0]),
    version: null,
  }));
  return <ReportForm id="" report={null} stored={stored} />;
}

export function EditReportPage() {
  const [{ id = '' }] = useUrlSearch();
  const query = useReport(id);
  return (
    <RecordPage query={query} backHref={listHref}>
      {(report) => <ReportForm key={id} id={id} report={report} stored={storedOf(report)} />}
    </RecordPage>
  );
}

const storedOf = (report: ReportRow): Stored<ReportDraft> => ({
  draft: draftOf(report),
  version: report.version,
});

interface ReportFormProps {
  readonly id: string;
  /** Null for a new one. */
  readonly report: ReportRow | null;
  readonly stored: Stored<ReportDraft>;
}

function ReportForm({ id, report, stored }: ReportFormProps) {
  const form = useRecordForm({
    area: reportArea,
    stored,
    schema: report === null ? reportSchema : editedReportSchema,
    inputOf,
    save: (fields, version) => saveReport(id, fields, version),
    reload: async () => storedOf(await loadReport(id)),
    onSaved: (savedId) => {
      window.location.hash = `${listHref}/report-details?id=${savedId}`;
    },
  });
  const { data } = useReportZone(form.draft.siteId);
  const zone = data?.timeZone;
  return (
    <RecordFormFrame
      form={form}
      label={t('scheduled.about')}
      backHref={id === '' ? listHref : `${listHref}/report-details?id=${id}`}
      wordsOf={textOf}
      fieldLabels={fieldLabels()}
    >
      <WithAside isAlwaysShown aside={<ReportPreview id={id} form={form} zone={zone} />}>
        <AboutFields form={form} siteName={report?.siteName ?? session.user()?.siteName ?? ''} />
        <WhenFields form={form} zone={zone} />
        <ContentFields form={form} />
        <RecipientsField form={form} reportId={id} stored={report?.recipients ?? []} zone={zone} />
      </WithAside>
    </RecordFormFrame>
  );
}

const fieldLabels = () => ({
  name: t('scheduled.name'),
  siteId: t('scheduled.site'),
  kind: t('scheduled.kind'),
  minute: t('scheduled.time'),
  weekdays: t('scheduled.weekdays'),
  day: t('scheduled.day'),
  event: t('scheduled.event'),
  gatherMinutes: t('scheduled.gather'),
  contents: t('scheduled.contents'),
  period: t('scheduled.period'),
  dayStartMinute: t('scheduled.dayStart'),
  formats: t('scheduled.formats'),
  language: t('scheduled.language'),
  recipients: t('scheduled.recipients'),
  typed: t('scheduled.address'),
  sendsEmpty: t('scheduled.sendsEmpty'),
});

const isLanguage = (value: unknown): value is Language => languages.some((one) => one === value);

/** How a value reads when two have changed it. */
function textOf(field: keyof ReportDraft, value: unknown): string {
  if (field === 'weekdays' && Array.isArray(value)) return daysWords(value);
  if (Array.isArray(value)) return value.join(', ') || t('records.empty');
  if (field === 'sendsEmpty') return t(value === true ? 'scheduled.yes' : 'scheduled.no');
  if (field === 'language' && isLanguage(value)) return languageNames[value];
  if (field === 'dayStartMinute') return clockWords(Number(value));
  if (field === 'siteId') {
    const sites = session.sites() ?? [];
    return sites.find((site) => site.value === value && value !== '')?.label ?? t('scheduled.allSites');
  }
  return typeof value === 'string' && value !== '' ? value : t('records.empty');
}
