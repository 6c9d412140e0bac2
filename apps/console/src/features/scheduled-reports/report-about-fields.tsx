// What a report is called, of which site it is, and the language that it speaks.
import { languageNames, languages } from '@watchpost/domain/languages';
import { reportNameMaxLength } from '@watchpost/domain/scheduled-reports';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import type { RecordForm } from '../../records/use-record-form.ts';
import { Card } from '../../ui/display/card.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { ReportDraft } from './report-draft.ts';

export interface ReportFieldsProps {
  readonly form: RecordForm<ReportDraft>;
}

export function AboutFields({ form, siteName }: ReportFieldsProps & { readonly siteName: string }) {
  const sites = useSession((current) => current.sites());
  const { siteId, language } = form.draft;
  return (
    <Card title={t('scheduled.about')}>
      <div className={fields.fields}>
        <TextField
          label={t('scheduled.name')}
          isRequired
          help={t('scheduled.nameHelp')}
          maxLength={reportNameMaxLength}
          autoComplete="off"
          {...form.text('name')}
        />
        {sites === undefined ? (
          <TextField label={t('scheduled.site')} value={siteName} readOnly />
        ) : (
          <SelectField
            label={t('scheduled.site')}
            error={form.problemOf('siteId')}
            value={siteId}
            options={[
              { value: '', label: t('scheduled.allSites') },
              ...sites.filter(({ value }) => value !== ''),
            ]}
            onValueChange={(value) => form.change({ siteId: value })}
          />
        )}
        <SelectField
          label={t('scheduled.language')}
          value={language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onValueChange={(value) => {
            const chosen = languages.find((one) => one === value);
            if (chosen !== undefined) form.change({ language: chosen });
          }}
        />
      </div>
    </Card>
  );
}
