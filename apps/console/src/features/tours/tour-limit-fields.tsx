// How punctual the rounds of a tour must be, from when until when it is walked, and whether on holidays.
import type { TourChoices } from '@watchpost/contract/tours';
import { graceMaxMinutes, startWindowMaxMinutes } from '@watchpost/domain/tours';
import { IconCalendarOff } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { HolidaysDialog, useHolidaysOpen } from './holidays-dialog.tsx';
import type { TourFieldsProps } from './tour-about-fields.tsx';
import { dateWords } from './tour-words.ts';
import styles from './tours.module.css';

/** Named beside the form; the dialog has all of them. */
const holidaysNamed = 4;

export function LimitFields({ form, choices }: TourFieldsProps) {
  const { validFrom, validTo } = form.draft;
  const minutes = { type: 'number', inputMode: 'numeric', min: 0, unit: t('tours.min') } as const;
  return (
    <Card title={t('tours.limits')}>
      <div className={fields.fields}>
        <TextField
          label={t('tours.startWindow')}
          isRequired
          help={t('tours.startWindowHelp')}
          {...minutes}
          max={startWindowMaxMinutes}
          {...form.text('startWindowMinutes')}
        />
        <TextField
          label={t('tours.grace')}
          isRequired
          help={t('tours.graceHelp')}
          {...minutes}
          max={graceMaxMinutes}
          {...form.text('graceMinutes')}
        />
        <DateField
          label={t('tours.validFrom')}
          isRequired
          error={form.problemOf('validFrom')}
          value={validFrom}
          onValueChange={(day) => {
            form.change({ validFrom: day });
            form.touch('validFrom');
          }}
        />
        <DateField
          label={t('tours.validTo')}
          help={t('tours.validToHelp')}
          error={form.problemOf('validTo')}
          value={validTo}
          onValueChange={(day) => {
            form.change({ validTo: day });
            form.touch('validTo');
          }}
        />
      </div>
      <Holidays form={form} choices={choices} />
    </Card>
  );
}

function Holidays({ form, choices }: TourFieldsProps) {
  const { siteId, skipsHolidays } = form.draft;
  const [open, setOpen] = useHolidaysOpen();
  const mayEdit = useSession((current) => current.hasAccess('edit'));
  return (
    <div className={styles.holidays}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={skipsHolidays}
          onChange={({ target }) => form.change({ skipsHolidays: target.checked })}
        />
        {t('tours.skipsHolidays')}
      </label>
      {choices !== undefined && (
        <>
          <p className={styles.quiet}>{holidaysWords(choices.holidays)}</p>
          {mayEdit && (
            <Button
              size="small"
              icon={<IconCalendarOff size={16} aria-hidden />}
              onClick={() => setOpen('open')}
            >
              {t('tours.editHolidays')}
            </Button>
          )}
          {open !== null && (
            <HolidaysDialog site={siteId} holidays={choices.holidays} onClose={() => setOpen(null)} />
          )}
        </>
      )}
    </div>
  );
}

function holidaysWords(holidays: TourChoices['holidays']): string {
  if (holidays.length === 0) return t('tours.noHolidays');
  const named = holidays.slice(0, holidaysNamed).map(({ day, name }) => `${name} (${dateWords(day)})`);
  const further = holidays.length - named.length;
  const words = t('tours.comingHolidays', { names: named.join(', ') });
  return further === 0 ? words : `${words} ${t('tours.furtherHolidays', { count: further })}`;
}
