// Which rows a figure of the dashboard counts: the list and the filters that show exactly them.
import type { DueOutcome } from '@watchpost/domain/due-outcomes';
import type { DashboardSpanReply } from './dashboard.ts';
import type { RoundState } from './scanned-checkpoints.ts';

export type FigureList = 'rounds' | 'dueRounds' | 'incidents' | 'duties' | 'exceptions';

export interface FigureLink {
  readonly list: FigureList;
  /** Of the list's endpoint, and of the page that shows it. */
  readonly query: Readonly<Record<string, string>>;
}

/** What the figure's dashboard is about. */
export interface FigurePlace {
  readonly span: DashboardSpanReply;
  /** Null for all that the caller may see. */
  readonly site: string | null;
}

type Query = Record<string, string>;

const siteQuery = ({ site }: FigurePlace): Query => (site === null ? {} : { site });

/** As days where it consists of days. */
function spanQuery({ span: { days, fromMs, toMs } }: FigurePlace): Query {
  return days === null ? { fromMs: String(fromMs), toMs: String(toMs) } : { from: days.from, to: days.to };
}

export interface RoundsWanted {
  readonly status?: RoundState;
  readonly missed?: string;
  /** Sunday 1 to Saturday 7. */
  readonly weekday?: number;
  readonly hour?: number;
  /** A part of the span. */
  readonly window?: { readonly fromMs: number; readonly toMs: number };
}

export function roundsLink(place: FigurePlace, wanted: RoundsWanted = {}): FigureLink {
  const { status, missed, weekday, hour, window } = wanted;
  const query: Query = { ...siteQuery(place), ...spanQuery(place) };
  if (window !== undefined)
    Object.assign(query, { fromMs: String(window.fromMs), toMs: String(window.toMs) });
  if (status !== undefined) query['status'] = status;
  if (missed !== undefined) query['missed'] = missed;
  if (weekday !== undefined) query['weekday'] = String(weekday);
  if (hour !== undefined) query['hour'] = String(hour);
  return { list: 'rounds', query };
}

export function dueLink(place: FigurePlace, outcome: DueOutcome | 'judged', guard?: string): FigureLink {
  const query: Query = { ...siteQuery(place), ...spanQuery(place), outcome };
  if (guard !== undefined) query['guard'] = guard;
  // Those that are not due yet wait for no one.
  const { asOfMs, toMs } = place.span;
  if (outcome === 'waiting' && asOfMs < toMs) query['toMs'] = String(asOfMs + 1);
  return { list: 'dueRounds', query };
}

export interface IncidentsWanted {
  readonly state?: 'New' | 'Attended' | 'open' | 'answered' | 'settled';
  readonly severity?: 'critical';
  /** Reported in the span; else whenever. */
  readonly isOfSpan?: boolean;
}

export function incidentsLink(
  place: FigurePlace,
  { state, severity, isOfSpan = false }: IncidentsWanted,
): FigureLink {
  const query: Query = { ...siteQuery(place), ...(isOfSpan ? spanQuery(place) : {}) };
  if (state !== undefined) query['state'] = state;
  if (severity !== undefined) query['severity'] = severity;
  return { list: 'incidents', query };
}

export function onDutyLink(place: FigurePlace): FigureLink {
  return { list: 'duties', query: { ...siteQuery(place), status: 'onDuty' } };
}

/** Who is on duty at none of these sites. */
export function onDutyElsewhereLink(place: FigurePlace, sites: readonly string[]): FigureLink {
  const { list, query } = onDutyLink(place);
  return { list, query: sites.length === 0 ? query : { ...query, apartFrom: sites.join(',') } };
}

export type ExceptionsWanted = 'unsettled' | 'overdue' | 'closed';

/** Null for those closed in a span that is not of days, which their list has no filter for. */
export function exceptionsLink(place: FigurePlace, wanted: ExceptionsWanted): FigureLink | null {
  const site = siteQuery(place);
  if (wanted === 'unsettled') return { list: 'exceptions', query: { ...site, status: 'unsettled' } };
  if (wanted === 'overdue') return { list: 'exceptions', query: { ...site, age: 'overdue' } };
  const { days } = place.span;
  if (days === null) return null;
  const closed = { status: 'closed', closedFrom: days.from, closedTo: days.to };
  return { list: 'exceptions', query: { ...site, ...closed } };
}
