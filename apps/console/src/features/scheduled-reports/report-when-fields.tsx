// When a report is sent: by the clock, or when something happens.
import { batchMaxMinutes, reportEvents, timingKinds } from '@watchpost/domain/scheduled-reports';
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import { WeekdaysField } from '../../records/weekdays-field.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { SegmentedField } from '../../ui/fields/segmented-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { ReportFieldsProps } from './report-about-fields.tsx';

interface WhenProps extends ReportFieldsProps {
  /** Undefined while it is on its way. */
  readonly zone: string | undefined;
}

/** The period that goes with each timing unless another is chosen. */
const periodOf = { daily: 'day', weekly: 'week', monthly: 'month', event: 'day' } as const;

export function WhenFields({ form, zone }: WhenProps) {
  const { kind } = form.draft;
  return (
    <Card title={t('scheduled.when')}>
      <Stack>
        <SegmentedField
          label={t('scheduled.kind')}
          options={timingKinds.map((value) => ({ value, label: t(`scheduled.kind.${value}`) }))}
          value={kind}
          onValueChange={(value) => form.change({ kind: value, period: periodOf[value] })}
        />
        {kind === 'event' ? <EventFields form={form} /> : <ClockFields form={form} zone={zone} />}
      </Stack>
    </Card>
  );
}

function ClockFields({ form, zone }: WhenProps) {
  const { kind, weekdays } = form.draft;
  return (
    <>
      {kind === 'weekly' && (
        <WeekdaysField
          label={t('scheduled.weekdays')}
          chosen={weekdays}
          error={form.problemOf('weekdays')}
          onChange={(days) => {
            form.change({ weekdays: days });
            form.touch('weekdays');
          }}
        />
      )}
      <div className={fields.fields}>
        {kind === 'monthly' && (
          <TextField
            label={t('scheduled.day')}
            isRequired
            help={t('scheduled.dayHelp')}
            type="number"
            inputMode="numeric"
            min={1}
            max={31}
            {...form.text('day')}
          />
        )}
        <TextField
          label={t('scheduled.time')}
          isRequired
          type="time"
          help={zone === undefined ? '' : t('scheduled.timeHelp', { zone })}
          {...form.text('minute')}
        />
      </div>
    </>
  );
}

function EventFields({ form }: ReportFieldsProps) {
  return (
    <div className={fields.fields}>
      <SelectField
        label={t('scheduled.event')}
        value={form.draft.event}
        options={reportEvents.map((value) => ({ value, label: t(`scheduled.event.${value}`) }))}
        onValueChange={(value) => {
          const chosen = reportEvents.find((one) => one === value);
          if (chosen !== undefined) form.change({ event: chosen });
        }}
      />
      <TextField
        label={t('scheduled.gather')}
        isRequired
        help={t('scheduled.gatherHelp')}
        type="number"
        inputMode="numeric"
        min={0}
        max={batchMaxMinutes}
        {...form.text('gatherMinutes')}
      />
    </div>
  );
}
