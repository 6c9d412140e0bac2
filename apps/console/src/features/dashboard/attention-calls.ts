// What calls for a hand among the figures that somebody may see, and which of them were looked at.
import type { Dashboard } from '@watchpost/contract/dashboard';
import {
  dueLink,
  exceptionsLink,
  type FigurePlace,
  incidentsLink,
  roundsLink,
} from '@watchpost/contract/dashboard-links';
import { liveBoardPath } from '../../lib/pages.ts';
import { incidentMeanings } from '../../lib/incident-meanings.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import { roundMeanings } from '../../lib/rounds/round-meanings.ts';
import type { Meaning } from '../../ui/theme/theme.ts';
import { hrefOf } from './figure-links.ts';

export interface Call {
  readonly id: string;
  readonly meaning: Meaning;
  readonly value: number;
  readonly text: string;
  readonly href: string;
}

function incidentCalls(place: FigurePlace, { critical, New }: NonNullable<Dashboard['incidents']>): Call[] {
  return [
    {
      id: 'critical',
      meaning: 'missed',
      value: critical,
      text: t('dashboard.call.critical', { count: critical }),
      href: hrefOf(incidentsLink(place, { state: 'open', severity: 'critical' })),
    },
    {
      id: 'new',
      meaning: incidentMeanings.New,
      value: New,
      text: t('dashboard.call.new', { count: New }),
      href: hrefOf(incidentsLink(place, { state: 'New' })),
    },
  ];
}

function dueCalls(place: FigurePlace, { missed, waiting }: NonNullable<Dashboard['due']>['now']): Call[] {
  return [
    {
      id: 'missed',
      meaning: roundMeanings.missed,
      value: missed,
      text: t('dashboard.call.missed', { count: missed }),
      href: hrefOf(dueLink(place, 'missed')),
    },
    {
      id: 'waiting',
      meaning: roundMeanings.due,
      value: waiting,
      text: t('dashboard.call.waiting', { count: waiting }),
      href: hrefOf(dueLink(place, 'waiting')),
    },
  ];
}

function walkedCalls(place: FigurePlace, walked: NonNullable<Dashboard['rounds']>['now']): Call[] {
  const href = hrefOf(roundsLink(place, { status: 'incompleted' }));
  const points = walked.planned - walked.scanned;
  return [
    {
      id: 'incompleted',
      meaning: roundMeanings.incompleted,
      value: walked.incompleted,
      text: t('dashboard.call.incompleted', { count: walked.incompleted }),
      href,
    },
    {
      id: 'points',
      meaning: 'missed',
      value: points,
      text: t('dashboard.call.points', { count: points }),
      href,
    },
  ];
}

/** What the live board marks, in its colours; it names them. */
function fieldCalls({ site }: FigurePlace, { sos, silent, late, lateStarts }: Dashboard['field']) {
  const href = `#/${liveBoardPath}${site === null ? '' : `?site=${site}`}`;
  const call = (
    id: 'sos' | 'silent' | 'late' | 'lateStarts',
    value: number | null,
    meaning: Meaning,
  ): Call => ({
    id,
    meaning,
    value: value ?? 0,
    text: t(`dashboard.call.${id}`, { count: value ?? 0 }),
    href,
  });
  return {
    first: [call('sos', sos, 'missed'), call('silent', silent, 'missed')],
    late: [call('late', late, 'late'), call('lateStarts', lateStarts, 'late')],
  };
}

function exceptionCalls(place: FigurePlace, { overdue }: NonNullable<Dashboard['exceptions']>): Call[] {
  const link = exceptionsLink(place, 'overdue');
  const text = t('dashboard.call.overdue', { count: overdue });
  return link === null
    ? []
    : [{ id: 'overdue', meaning: 'missed', value: overdue, text, href: hrefOf(link) }];
}

/** What was walked is looked at only where nothing says what was due: a round that is due is judged by its plan. */
export function callsOf(figures: Dashboard, site: string | null): Call[] {
  const { span, incidents, due, rounds, exceptions, field } = figures;
  const place = { span, site };
  const { first, late } = fieldCalls(place, field);
  return [
    ...first,
    ...(incidents === null ? [] : incidentCalls(place, incidents)),
    ...late,
    ...(due === null ? [] : dueCalls(place, due.now)),
    ...(due !== null || rounds === null ? [] : walkedCalls(place, rounds.now)),
    ...(exceptions === null ? [] : exceptionCalls(place, exceptions)),
  ].filter(({ value }) => value > 0);
}

/** That all is well, as far as it was looked at; null where it is not. */
export function calmText(figures: Dashboard, calls: readonly Call[]): string | null {
  const { incidents, due, rounds, exceptions, field } = figures;
  if (calls.some(({ meaning }) => meaning !== 'unknown')) return null;
  const parts = [
    [true, 'dashboard.calm.sos'],
    [field.silent !== null, 'dashboard.calm.guards'],
    [incidents !== null, 'dashboard.calm.incidents'],
    [field.late !== null, 'dashboard.calm.underWay'],
    [due !== null, 'dashboard.calm.due'],
    [exceptions !== null, 'dashboard.calm.exceptions'],
  ] as const;
  const seen = parts.filter(([isSeen]) => isSeen).map(([, label]) => t(label));
  if (seen.length === parts.length) return t('dashboard.calm');
  if (due === null && rounds !== null) seen.push(t('dashboard.calm.rounds'));
  return t('dashboard.calm.among', { what: new Intl.ListFormat(currentLocale()).format(seen) });
}
