// Which due rounds are shown: of a day, a site, a status, and of the tour or the one that a link named.
import { addDays } from '@watchpost/domain/time-zone';
import { dateFormats } from '@watchpost/domain/limits';
import { dueStatuses } from '@watchpost/domain/tours';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { t } from '../../lib/labels.ts';
import { outcomeText } from '../../reports/outcome-text.ts';
import { guardChip, noNarrowing, windowChip } from '../../reports/narrowing.ts';
import { SiteSelect } from '../../records/site-filter.tsx';
import { ZoneField } from '../../lib/rounds/zone-field.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { DueSearch } from './due-search.ts';
import { dueStatusWords } from './due-status.tsx';
import { useTour } from './tours.api.ts';
import styles from './due-rounds.module.css';

interface ChipsProps {
  readonly search: DueSearch;
  /** Empty values take a filter away. */
  readonly onChange: (change: Partial<Record<keyof DueSearch, string>>) => void;
}

interface FiltersProps extends ChipsProps {
  /** The date it is now where the days of the list are. */
  readonly today: string;
  /** Of the rounds on screen. */
  readonly siteZones: readonly string[];
}

export function DueRoundsFilters({ search, today, siteZones, onChange }: FiltersProps) {
  if (search.id !== '') {
    return (
      <div className={styles.filters}>
        <div className={styles.chips}>
          <Chip value={t('dueRounds.one')} onRemove={() => onChange({ id: '' })} />
        </div>
        <ZoneChoiceField search={search} siteZones={siteZones} onChange={onChange} />
      </div>
    );
  }
  return (
    <div className={styles.filters}>
      {isOfSpan(search) ? null : <DayChoice search={search} today={today} onChange={onChange} />}
      <SiteSelect className={styles.choice} site={search.site} onChange={(site) => onChange({ site })} />
      <SelectField
        className={styles.choice}
        label={t('records.status')}
        value={search.sentLate ? lateChoice : (search.status ?? '')}
        options={[
          { value: '', label: t('records.status.all') },
          ...dueStatuses.map((status) => ({ value: status, label: dueStatusWords(status) })),
          { value: lateChoice, label: t('lateRounds.open') },
        ]}
        onValueChange={(status) => onChange(status === lateChoice ? ofAnyDay : { status, sentLate: '' })}
      />
      <ZoneChoiceField search={search} siteZones={siteZones} onChange={onChange} />
      {search.tour !== '' && <TourChip id={search.tour} onRemove={() => onChange({ tour: '' })} />}
      <NarrowedChips search={search} onChange={onChange} />
    </div>
  );
}

/** In place of a status. */
const lateChoice = 'sentLate';
const ofAnyDay = { sentLate: 'open', status: '', day: '' };

/** Whether it is narrowed to other days than one. */
const isOfSpan = ({ from, fromMs, day, sentLate }: DueSearch): boolean =>
  from !== '' || ((fromMs !== '' || sentLate) && day === null);

const dayWords = (day: string): string => dayjs(day).format(dateFormats.filter);

/** What a figure narrowed the list to. */
function NarrowedChips({ search, onChange }: ChipsProps) {
  const { from, to, outcome } = search;
  const narrowing = { ...noNarrowing, guard: search.guard, named: search.named };
  const window = { ...noNarrowing, fromMs: search.fromMs, toMs: search.toMs };
  const span =
    from === to ? dayWords(from) : t('rounds.dateSpan', { from: dayWords(from), to: dayWords(to) });
  const days = { id: 'days', name: t('rounds.dates'), value: span, cleared: { from: '', to: '' } };
  const chips = [
    ...(from === '' ? [] : [days]),
    ...windowChip(window),
    ...(outcome === null
      ? []
      : [
          {
            id: 'outcome',
            name: t('narrow.outcome'),
            value: outcomeText(outcome),
            cleared: { outcome: '' },
          },
        ]),
    ...guardChip(narrowing),
  ];
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips}>
      {chips.map(({ id, cleared, ...chip }) => (
        <Chip key={id} {...chip} onRemove={() => onChange(cleared)} />
      ))}
    </div>
  );
}

type ZoneChoiceProps = Omit<FiltersProps, 'today'>;

const ZoneChoiceField = ({ search, siteZones, onChange }: ZoneChoiceProps) => (
  <ZoneField className={styles.choice} zone={search.zone} siteZones={siteZones} onChange={onChange} />
);

function DayChoice({ search, today, onChange }: Omit<FiltersProps, 'siteZones'>) {
  const day = search.day ?? today;
  const go = (next: string) => onChange({ day: next === today ? '' : next });
  return (
    <div className={styles.day}>
      <IconButton
        hasBorder
        icon={<IconChevronLeft size={18} aria-hidden />}
        label={t('dueRounds.dayBefore')}
        onClick={() => go(addDays(day, -1))}
      />
      <DateField
        className={styles.date}
        label={t('dueRounds.day')}
        isClearable={false}
        value={day}
        onValueChange={(next) => go(next ?? today)}
      />
      <IconButton
        hasBorder
        icon={<IconChevronRight size={18} aria-hidden />}
        label={t('dueRounds.dayAfter')}
        onClick={() => go(addDays(day, 1))}
      />
      <Button disabled={day === today} onClick={() => go(today)}>
        {t('dueRounds.today')}
      </Button>
    </div>
  );
}

function TourChip({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const { data } = useTour(id);
  return (
    <div className={styles.chips}>
      <Chip name={t('dueRounds.tour')} value={data?.name ?? '…'} onRemove={onRemove} />
    </div>
  );
}
