// How a tour recurs: at times of the day, every so often, or at random within a window (MNG-07).
import type { TourChoices } from '@watchpost/contract/tours';
import { type TourKind, tourKinds, tourTimesMax } from '@watchpost/domain/tours';
import { IconPlus, IconX } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import fields from '../../records/record-form.module.css';
import { clockDigits, hoursWords } from '../../records/week-words.ts';
import { WeekdaysField } from '../../records/weekdays-field.tsx';
import { endHelp } from '../../records/window-words.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { Stack } from '../../ui/display/stack.tsx';
import { SegmentedField } from '../../ui/fields/segmented-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSettled } from '../../ui/fields/use-settled.ts';
import type { TourFieldsProps } from './tour-about-fields.tsx';
import { nextTime } from './tour-draft.ts';
import styles from './tours.module.css';

const kindKeys = {
  times: 'tours.kindTimes',
  interval: 'tours.kindInterval',
  random: 'tours.kindRandom',
} as const;
const helpKeys = {
  times: 'tours.kindTimesHelp',
  interval: 'tours.kindIntervalHelp',
  random: 'tours.kindRandomHelp',
} as const;

export const kindWords = (kind: TourKind): string => t(kindKeys[kind]);

export function TimesFields(props: TourFieldsProps) {
  const { form, choices } = props;
  const { kind, weekdays, shiftId } = form.draft;
  const isLocked = shiftId !== '';
  return (
    <Card title={t('tours.when')}>
      <Stack>
        <SegmentedField
          label={t('tours.kind')}
          help={t(helpKeys[kind])}
          options={tourKinds.map((value) => ({ value, label: kindWords(value) }))}
          value={kind}
          onValueChange={(value) =>
            form.change(value === 'times' ? { kind: value, shiftId: '' } : { kind: value })
          }
        />
        {kind !== 'times' && <ShiftField form={form} choices={choices} />}
        <WeekdaysField
          label={t('tours.weekdays')}
          chosen={weekdays}
          error={form.problemOf('weekdays')}
          isDisabled={isLocked}
          onChange={(days) => {
            form.change({ weekdays: days });
            form.touch('weekdays');
          }}
        />
        {kind === 'times' ? <TimesList form={form} choices={choices} /> : <WindowFields {...props} />}
      </Stack>
    </Card>
  );
}

const shiftWords = ({ name, fromMinute, toMinute }: TourChoices['shifts'][number]): string =>
  `${name} (${hoursWords(fromMinute, toMinute)})`;

function ShiftField({ form, choices }: TourFieldsProps) {
  const shifts = choices?.shifts ?? [];
  const choose = (id: string) => {
    const shift = shifts.find((one) => one.id === id);
    if (shift === undefined) {
      form.change({ shiftId: '' });
      return;
    }
    const { fromMinute, toMinute, weekdays } = shift;
    form.change({
      shiftId: id,
      fromMinute: clockDigits(fromMinute),
      toMinute: clockDigits(toMinute),
      weekdays,
    });
  };
  return (
    <div className={fields.fields}>
      <SelectField
        label={t('tours.shift')}
        help={t(form.draft.shiftId === '' ? 'tours.shiftHelp' : 'tours.shiftLocks')}
        error={form.problemOf('shiftId')}
        value={form.draft.shiftId}
        options={[
          { value: '', label: t('tours.noShift') },
          ...shifts.map((shift) => ({ value: shift.id, label: shiftWords(shift) })),
        ]}
        onValueChange={choose}
      />
    </div>
  );
}

function WindowFields({ form, choices }: TourFieldsProps) {
  const { kind, shiftId } = form.draft;
  const isLocked = shiftId !== '';
  const minutes = { type: 'number', inputMode: 'numeric', unit: t('tours.min') } as const;
  const zone = choices?.timeZone;
  return (
    <div className={fields.fields}>
      <TextField
        label={t('tours.from')}
        isRequired
        type="time"
        readOnly={isLocked}
        {...form.text('fromMinute')}
      />
      <TextField
        label={t('tours.to')}
        isRequired
        type="time"
        readOnly={isLocked}
        help={endHelp(
          form.draft.fromMinute,
          form.draft.toMinute,
          zone === undefined ? null : t('tours.zoneHelp', { zone }),
        )}
        {...form.text('toMinute')}
      />
      {kind === 'interval' ? (
        <TextField label={t('tours.everyMinutes')} isRequired {...minutes} {...form.text('everyMinutes')} />
      ) : (
        <>
          <TextField
            label={t('tours.rounds')}
            isRequired
            type="number"
            inputMode="numeric"
            {...form.text('rounds')}
          />
          <TextField label={t('tours.apartMinutes')} isRequired {...minutes} {...form.text('apartMinutes')} />
        </>
      )}
    </div>
  );
}

function TimesList({ form, choices }: TourFieldsProps) {
  const { times } = form.draft;
  const problem = useSettled(form.problemOf('times'));
  const zone = choices?.timeZone;
  const put = (next: readonly string[]) => form.change({ times: next });
  return (
    <fieldset className={styles.times}>
      <legend>{t('tours.times')}</legend>
      {times.map((time, index) => (
        // A time is nothing but its place while it is being written.
        <span key={index} className={styles.time}>
          <TextField
            label={t('tours.timeNumber', { number: index + 1 })}
            isLabelHidden
            type="time"
            value={time}
            onChange={({ target }) => put(times.map((other, at) => (at === index ? target.value : other)))}
            onBlur={() => form.touch('times')}
          />
          <IconButton
            size="small"
            icon={<IconX size={16} aria-hidden />}
            label={t('tours.takeOutTime', { number: index + 1 })}
            disabled={times.length === 1}
            onClick={() => put(times.filter((_other, at) => at !== index))}
          />
        </span>
      ))}
      <Button
        icon={<IconPlus size={16} aria-hidden />}
        disabled={times.length >= tourTimesMax}
        onClick={() => put([...times, nextTime(times)])}
      >
        {t('tours.addTime')}
      </Button>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {zone !== undefined && <p className={styles.quietLine}>{t('tours.zone', { zone })}</p>}
    </fieldset>
  );
}
