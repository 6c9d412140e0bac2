// What figures elsewhere narrow a list to besides its own fields, as the address holds it, and in words: pure.
import { roundStates } from '@watchpost/contract/scanned-checkpoints';
import { id } from '@watchpost/contract/values';
import dayjs from 'dayjs';
import { currentLocale, t } from '../lib/labels.ts';
import { hourFormat, timeFormat, wallClock } from '../lib/rounds/round-times.ts';
import { validOr } from './address-values.ts';
import type { FilterChip } from './filter-chips.ts';

/** Empty where nothing is narrowed. */
export interface Narrowing {
  /** Of rounds. */
  readonly status: string;
  readonly guard: string;
  /** A checkpoint that was not scanned. */
  readonly missed: string;
  /** Sunday 1 to Saturday 7. */
  readonly weekday: string;
  readonly hour: string;
  /** A stretch of time, in epoch milliseconds. */
  readonly fromMs: string;
  readonly toMs: string;
  /** What the guard or the checkpoint is called, for the eye alone. */
  readonly named: string;
}

export const noNarrowing: Narrowing = {
  status: '',
  guard: '',
  missed: '',
  weekday: '',
  hour: '',
  fromMs: '',
  toMs: '',
  named: '',
};

type Raw = Readonly<Record<string, string | undefined>>;

const numberIn = (text = '', min: number, max: number): string =>
  /^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max ? String(Number(text)) : '';
const msIn = (text = ''): string => (/^\d{12,13}$/.test(text) ? text : '');

export function readNarrowing(raw: Raw): Narrowing {
  return {
    status: roundStates.find((known) => known === raw['status']) ?? '',
    guard: validOr(id, raw['guard']),
    missed: validOr(id, raw['missed']),
    weekday: numberIn(raw['weekday'], 1, 7),
    hour: numberIn(raw['hour'], 0, 23),
    fromMs: msIn(raw['fromMs']),
    toMs: msIn(raw['toMs']),
    named: (raw['named'] ?? '').slice(0, 100),
  };
}

/** As the endpoint of rounds takes it. */
export function roundQueryOf({ status, guard, missed, weekday, hour, fromMs, toMs }: Narrowing) {
  const state = roundStates.find((known) => known === status);
  return {
    ...(state === undefined ? {} : { status: state }),
    ...(guard && { guard }),
    ...(missed && { missed }),
    ...(weekday && { weekday: Number(weekday) }),
    ...(hour && { hour: Number(hour) }),
    ...windowQueryOf({ fromMs, toMs }),
  };
}

export function windowQueryOf({ fromMs, toMs }: Pick<Narrowing, 'fromMs' | 'toMs'>) {
  return { ...(fromMs && { fromMs: Number(fromMs) }), ...(toMs && { toMs: Number(toMs) }) };
}

type NarrowingChip = FilterChip<Narrowing>;

const stateTexts = () => ({
  inProgress: t('narrow.inProgress'),
  incompleted: t('narrow.incompleted'),
  completed: t('narrow.completed'),
  ended: t('narrow.ended'),
});

/** 4 January 1970 was a Sunday. */
export const weekdayText = (weekday: number, width: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: width, timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 3 + weekday)),
  );

/** Where an hour begins, in short. */
export const hourLabel = (hour: number): string => wallClock(hour * 3_600_000, 'UTC', hourFormat());

/** E.g. '02:00 PM – 03:00 PM'; no line ends within a time. */
export function hourText(hour: number): string {
  const clock = (at: number) => wallClock(at * 3_600_000, 'UTC', timeFormat()).replace(' ', '\u00a0');
  return `${clock(hour)} – ${clock(hour + 1)}`;
}

const atText = (ms: string): string => dayjs(Number(ms)).format(`DD MMM, ${timeFormat()}`);

export function windowText({ fromMs, toMs }: Pick<Narrowing, 'fromMs' | 'toMs'>): string {
  if (fromMs === '') return t('narrow.until', { to: atText(toMs) });
  if (toMs === '') return t('narrow.since', { from: atText(fromMs) });
  return t('rounds.dateSpan', { from: atText(fromMs), to: atText(toMs) });
}

export function windowChip({ fromMs, toMs }: Narrowing): NarrowingChip[] {
  if (fromMs === '' && toMs === '') return [];
  const value = windowText({ fromMs, toMs });
  return [{ id: 'window', name: t('narrow.window'), value, cleared: { fromMs: '', toMs: '' } }];
}

export function guardChip({ guard, named }: Narrowing): NarrowingChip[] {
  if (guard === '') return [];
  const value = named === '' ? t('narrow.one') : named;
  return [{ id: 'guard', name: t('narrow.guard'), value, cleared: { guard: '', named: '' } }];
}

export function narrowingChips(narrowing: Narrowing): NarrowingChip[] {
  const { missed, weekday, hour, named } = narrowing;
  const state = roundStates.find((known) => known === narrowing.status);
  const one = (id: keyof Narrowing, name: string, value: string): NarrowingChip => ({
    id,
    name,
    value,
    cleared: id === 'missed' ? { missed: '', named: '' } : { [id]: '' },
  });
  return [
    ...(state === undefined ? [] : [one('status', t('rounds.status'), stateTexts()[state])]),
    ...guardChip(narrowing),
    ...(missed === '' ? [] : [one('missed', t('narrow.missed'), named === '' ? t('narrow.one') : named)]),
    ...(weekday === '' ? [] : [one('weekday', t('narrow.weekday'), weekdayText(Number(weekday)))]),
    ...(hour === '' ? [] : [one('hour', t('narrow.hour'), hourText(Number(hour)))]),
    ...windowChip(narrowing),
  ];
}
