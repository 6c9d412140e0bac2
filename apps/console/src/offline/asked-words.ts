// What a file was asked for, in the words of the report's own filters.
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import { type ProductWord, word, wordOf } from './product-words.ts';
import { languageTag, moment, say } from './texts.ts';

type Asked = Readonly<Record<string, string>>;

const names: Readonly<Record<string, ProductWord>> = {
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
  const order = say(sortType === 'asc' ? 'sort.asc' : 'sort.desc');
  return [...lines, line(say('filter.sort'), `${word('rounds.startTime')}, ${order}`)];
}

const line = (name: string, value: string): string => `${name}: ${value}`;

function nameOf(name: string): string {
  const known = names[name];
  if (known !== undefined) return word(known);
  if (name === 'round') return say('filter.round');
  if (name === 'date') return say('filter.date');
  return name === 'timeZone' ? say('filter.timeZone') : name;
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
      return wordOf('narrow', value);
    case 'doubt':
      return value === 'any' ? word('trust.anyDoubt') : wordOf('trust', value);
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
