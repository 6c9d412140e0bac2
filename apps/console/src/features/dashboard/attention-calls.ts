// What calls for a hand among the figures that somebody may see, and which of them were looked at.
import type { Dashboard } from '@watchpost/contract/dashboard';
import {
  dueLink,
  exceptionsLink,
  type FigureLink,
  type FigurePlace,
  incidentsLink,
  roundsLink,
} from '@watchpost/contract/dashboard-links';
import { incidentMeanings } from '../../lib/incident-meanings.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import { roundMeanings } from '../../lib/rounds/round-meanings.ts';
import type { Meaning } from '../../ui/theme/theme.ts';

export interface Call {
  readonly id: string;
  readonly meaning: Meaning;
  readonly value: number;
  readonly words: string;
  readonly link: FigureLink;
}

function incidentCalls(place: FigurePlace, { critical, New }: NonNullable<Dashboard['incidents']>): Call[] {
  return [
    {
      id: 'critical',
      meaning: 'missed',
      value: critical,
      words: t('dashboard.call.critical', { count: critical }),
      link: incidentsLink(place, { state: 'open', severity: 'critical' }),
    },
    {
      id: 'new',
      meaning: incidentMeanings.New,
      value: New,
      words: t('dashboard.call.new', { count: New }),
      link: incidentsLink(place, { state: 'New' }),
    },
  ];
}

function dueCalls(place: FigurePlace, { missed, waiting }: NonNullable<Dashboard['due']>['now']): Call[] {
  return [
    {
      id: 'missed',
      meaning: roundMeanings.missed,
      value: missed,
      words: t('dashboard.call.missed', { count: missed }),
      link: dueLink(place, 'missed'),
    },
    {
      id: 'waiting',
      meaning: roundMeanings.due,
      value: waiting,
      words: t('dashboard.call.waiting', { count: waiting }),
      link: dueLink(place, 'waiting'),
    },
  ];
}

function walkedCalls(place: FigurePlace, walked: NonNullable<Dashboard['rounds']>['now']): Call[] {
  const link = roundsLink(place, { status: 'incompleted' });
  const points = walked.planned - walked.scanned;
  return [
    {
      id: 'incompleted',
      meaning: roundMeanings.incompleted,
      value: walked.incompleted,
      words: t('dashboard.call.incompleted', { count: walked.incompleted }),
      link,
    },
    {
      id: 'points',
      meaning: 'missed',
      value: points,
      words: t('dashboard.call.points', { count: points }),
      link,
    },
  ];
}

function exceptionCalls(place: FigurePlace, { overdue }: NonNullable<Dashboard['exceptions']>): Call[] {
  const link = exceptionsLink(place, 'overdue');
  const words = t('dashboard.call.overdue', { count: overdue });
  return link === null ? [] : [{ id: 'overdue', meaning: 'missed', value: overdue, words, link }];
}

/** What was walked is looked at only where nothing says what was due: a round that is due is judged by its plan. */
export function callsOf(figures: Dashboard, site: string | null): Call[] {
  const { span, incidents, due, rounds, exceptions } = figures;
  const place = { span, site };
  return [
    ...(incidents === null ? [] : incidentCalls(place, incidents)),
    ...(due === null ? [] : dueCalls(place, due.now)),
    ...(due !== null || rounds === null ? [] : walkedCalls(place, rounds.now)),
    ...(exceptions === null ? [] : exceptionCalls(place, exceptions)),
  ].filter(({ value }) => value > 0);
}

/** That all is well, as far as it was looked at; null where nothing was, or where it is not. */
export function calmWords(figures: Dashboard, calls: readonly Call[]): string | null {
  const { incidents, due, rounds, exceptions } = figures;
  if (calls.some(({ meaning }) => meaning !== 'unknown')) return null;
  if (incidents !== null && due !== null && exceptions !== null) return t('dashboard.calm');
  const seen = [
    incidents !== null && t('dashboard.calm.incidents'),
    due !== null && t('dashboard.calm.due'),
    due === null && rounds !== null && t('dashboard.calm.rounds'),
    exceptions !== null && t('dashboard.calm.exceptions'),
  ].filter((words) => words !== false);
  if (seen.length === 0) return null;
  return t('dashboard.calm.among', { what: new Intl.ListFormat(currentLocale()).format(seen) });
}
