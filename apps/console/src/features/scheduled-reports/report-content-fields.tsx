// What a report holds, of which time, and as which files.
import { isAccessGroup } from '@watchpost/domain/permissions';
import {
  contentPermissions,
  dayStartHours,
  reportContents,
  reportFormats,
  reportPeriods,
} from '@watchpost/domain/scheduled-reports';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import { clockWords } from '../../records/week-words.ts';
import { Card } from '../../ui/display/card.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { ReportFieldsProps } from './report-about-fields.tsx';
import { contentsOf } from './report-draft.ts';
import { contentsText } from './report-texts.ts';
import styles from './scheduled-reports.module.css';

export function ContentFields({ form }: ReportFieldsProps) {
  const { kind, formats, sendsEmpty } = form.draft;
  const isEvent = kind === 'event';
  return (
    <Card title={t('scheduled.holds')}>
      <Stack>
        {isEvent ? (
          <p>{t('scheduled.contentsOfEvent', { contents: contentsText(contentsOf(form.draft)) })}</p>
        ) : (
          <>
            <ContentsChoice form={form} />
            <PeriodFields form={form} />
          </>
        )}
        <Choices
          label={t('scheduled.formats')}
          options={reportFormats.map((value) => ({ value, label: t(`scheduled.format.${value}`) }))}
          chosen={formats}
          error={form.problemOf('formats')}
          onChange={(chosen) => {
            form.change({ formats: chosen });
            form.touch('formats');
          }}
        />
        {!isEvent && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={sendsEmpty}
              onChange={({ target }) => form.change({ sendsEmpty: target.checked })}
            />
            {t('scheduled.sendsEmpty')}
          </label>
        )}
      </Stack>
    </Card>
  );
}

/** Those that the viewer may not see can be taken out, but not chosen. */
function ContentsChoice({ form }: ReportFieldsProps) {
  const { contents } = form.draft;
  const mayView = useSession((session) => session.canView);
  const offered = reportContents.filter((content) => {
    const [group = ''] = contentPermissions[content].split(':');
    return contents.includes(content) || (isAccessGroup(group) && mayView(group));
  });
  return (
    <Choices
      label={t('scheduled.contents')}
      options={offered.map((value) => ({ value, label: t(`scheduled.content.${value}`) }))}
      chosen={contents}
      error={form.problemOf('contents')}
      onChange={(chosen) => {
        form.change({ contents: chosen });
        form.touch('contents');
      }}
    />
  );
}

function PeriodFields({ form }: ReportFieldsProps) {
  const { period, dayStartMinute } = form.draft;
  return (
    <div className={fields.fields}>
      <SelectField
        label={t('scheduled.period')}
        value={period}
        options={reportPeriods.map((value) => ({ value, label: t(`scheduled.period.${value}`) }))}
        onValueChange={(value) => {
          const chosen = reportPeriods.find((one) => one === value);
          if (chosen !== undefined) form.change({ period: chosen });
        }}
      />
      <SelectField
        label={t('scheduled.dayStart')}
        help={t('scheduled.dayStartHelp')}
        value={dayStartMinute}
        options={dayStartHours.map((hour) => ({ value: String(hour * 60), label: clockWords(hour * 60) }))}
        onValueChange={(value) => form.change({ dayStartMinute: value })}
      />
    </div>
  );
}

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly error: string | null;
  readonly onChange: (chosen: Value[]) => void;
}

/** Any number of a few choices, kept in their own order. */
function Choices<Value extends string>({ label, options, chosen, error, onChange }: ChoicesProps<Value>) {
  const toggle = (value: Value) => {
    const isChosen = (one: Value) => chosen.includes(one) !== (one === value);
    onChange(options.map((option) => option.value).filter(isChosen));
  };
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          {option.label}
        </label>
      ))}
      {error !== null && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
