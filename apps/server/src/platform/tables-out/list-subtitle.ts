// What a list on paper holds, above its table: its days, whose clocks its times go by, and what it was narrowed to. Without
// that, a list of completed rounds looks as if none had failed. In English, as these files are.
import { calendarFormat } from '@watchpost/domain/tenant-settings';
import { dateText } from './date-pattern.ts';
import type { TableMeta } from './table-model.ts';
import { weekText } from './week-text.ts';

type Table = Pick<TableMeta, 'columns' | 'timeZone' | 'dateFormat'> & {
  /** Whose clocks its times show; the zone unless given. */
  readonly timesOf?: string;
};

/** What is no narrowing: how the list is ordered and given out, its days, and all of it. */
const apart = new Set(['format', 'zone', 'sortColumn', 'sortType', 'from', 'to', 'offset', 'limit']);
const isOfAll = (value: unknown): boolean => value === undefined || value === '' || value === 'all';
const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function listSubtitle(query: Readonly<Record<string, unknown>>, table: Table): string[] {
  const { from, to } = query;
  const day = dayWriter(table.dateFormat);
  const span = (first: string, last: string) =>
    first === last ? day(first) : `${day(first)} to ${day(last)}`;
  const days = typeof from === 'string' && typeof to === 'string' ? [span(from, to)] : [];
  const narrowed = Object.entries(query)
    .filter(([name, value]) => !apart.has(name) && !isOfAll(value))
    .map(([name, value]) => narrowing(name, value));
  // Times that stand as text, such as a shift's, are the site's.
  const hasTimes = days.length > 0 || table.columns.some(({ kind }) => kind === 'date');
  return [
    ...(hasTimes ? [[...days, `Times of ${table.timesOf ?? table.timeZone}`].join(', ')] : []),
    ...(narrowed.length === 0 ? [] : [`Not the whole list. Only: ${narrowed.join(', ')}`]),
  ];
}

/** A date such as 2026-11-25 as the table writes dates. */
function dayWriter(dateFormat: string): (date: string) => string {
  const write = dateText(calendarFormat(dateFormat));
  return (date) => {
    const atMs = Date.parse(`${date}T00:00:00Z`);
    return Number.isNaN(atMs) ? date : write(atMs);
  };
}

function narrowing(name: string, value: unknown): string {
  if (name === 'searchText') return `search “${String(value)}”`;
  if (name === 'weekday') return `weekday ${weekText([Number(value)])}`;
  if (name === 'hour') return `hour ${String(value).padStart(2, '0')}:00`;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (Array.isArray(value)) return `${words} ${value.length}`;
  // The rows tell its name.
  return idPattern.test(String(value)) ? `one ${words}` : `${words} ${String(value)}`;
}
