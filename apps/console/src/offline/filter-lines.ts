// What a file was asked for, in the words of the report's own filters.
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import { type ProductKey, productLabel, valueLabel } from './product-labels.ts';
import { languageTag, moment, pageText } from './texts.ts';

type Asked = Readonly<Record<string, string>>;

const names: Readonly<Record<string, ProductKey>> = {
  site: 'rounds.site',
  from: 'rounds.from',
  to: 'rounds.to',
  fromMs: 'rounds.from',
  toMs: 'rounds.to',
  searchText: 'rounds.searchChip',
  status: 'rounds.status',
  guard: 'narrow.guard',
  missed: 'narrow.missed',
  doubt: 'trust.filter',
  weekday: 'narrow.weekday',
  hour: 'narrow.hour',
};

/** One line each. What a round of the file tells of sites and guards stands beside their ids. */
export function askedLines(asked: Asked, [round]: readonly ShownRound[]): string[] {
  const { sortColumn, sortType, ...filters } = asked;
  const lines = Object.entries(filters).map(([name, value]) =>
    line(nameOf(name), valueOf(name, value, asked['timeZone'], round)),
  );
  if (sortColumn === undefined && sortType === undefined) return lines;
  const order = pageText(sortType === 'asc' ? 'sort.asc' : 'sort.desc');
  return [...lines, line(pageText('filter.sort'), `${productLabel('rounds.startTime')}, ${order}`)];
}

const line = (name: string, value: string): string => `${name}: ${value}`;

function nameOf(name: string): string {
  const known = names[name];
  if (known !== undefined) return productLabel(known);
  if (name === 'round') return pageText('filter.round');
  if (name === 'date') return pageText('filter.date');
  return name === 'timeZone' ? pageText('filter.timeZone') : name;
}

function valueOf(
  name: string,
  value: string,
  zone: string | undefined,
  round: ShownRound | undefined,
): string {
  switch (name) {
    case 'site':
      return named(round?.siteName, value);
    case 'guard':
      return named(round?.guardName, value);
    case 'status':
      return valueLabel('narrow', value);
    case 'doubt':
      return value === 'any' ? productLabel('trust.anyDoubt') : valueLabel('trust', value);
    case 'weekday':
      return weekday(Number(value));
    case 'hour':
      return `${value.padStart(2, '0')}:00`;
    case 'fromMs':
    case 'toMs':
      return moment(Number(value), zone);
    default:
      return value;
  }
}

const named = (name: string | undefined, id: string): string => (name === undefined ? id : `${name} (${id})`);

/** Sunday is 1. */
function weekday(day: number): string {
  const aSunday = Date.UTC(2023, 0, 1);
  const format = new Intl.DateTimeFormat(languageTag(), { weekday: 'long', timeZone: 'UTC' });
  return Number.isFinite(day) ? format.format(aSunday + (day - 1) * 86_400_000) : String(day);
}
