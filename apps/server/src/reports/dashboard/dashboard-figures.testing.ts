// Every figure of the dashboard's replies, with the list that it opens.
import type { Dashboard, DashboardRanking, DashboardTrend } from '@watchpost/contract/dashboard';
import {
  dueLink,
  exceptionsLink,
  type FigureLink,
  type FigurePlace,
  incidentsLink,
  onDutyElsewhereLink,
  onDutyLink,
  roundsLink,
  type RoundsWanted,
} from '@watchpost/contract/dashboard-links';
import { type DueTally, dueOutcomes, judgedOf } from '@watchpost/domain/due-outcomes';

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly link: FigureLink | null;
}

const place = ({ span }: { span: Dashboard['span'] }, site: string | null): FigurePlace => ({ span, site });

const dueFigures = (what: string, at: FigurePlace, tally: DueTally, guard?: string): Figure[] => [
  ...dueOutcomes.map((outcome) => ({
    what: `${what} ${outcome}`,
    value: tally[outcome],
    link: dueLink(at, outcome, guard),
  })),
  { what: `${what} judged`, value: judgedOf(tally), link: dueLink(at, 'judged', guard) },
];

export const statuses = ['inProgress', 'incompleted', 'completed'] as const;
type Tally = Readonly<Record<(typeof statuses)[number], number>>;

const roundFigures = (what: string, at: FigurePlace, tally: Tally, wanted: RoundsWanted = {}): Figure[] => [
  ...statuses.map((status) => ({
    what: `${what} ${status}`,
    value: tally[status],
    link: roundsLink(at, { ...wanted, status }),
  })),
  {
    what: `${what} in all`,
    value: tally.inProgress + tally.incompleted + tally.completed,
    link: roundsLink(at, wanted),
  },
  {
    what: `${what} ended`,
    value: tally.incompleted + tally.completed,
    link: roundsLink(at, { ...wanted, status: 'ended' }),
  },
];

export function firstFigures(reply: Dashboard, site: string | null): Figure[] {
  const at = place(reply, site);
  const { rounds, due, onDuty, onDutySites, incidents, exceptions } = reply;
  if (!rounds || !due || onDuty === null || !onDutySites || !incidents || !exceptions) {
    throw new Error('something is hidden');
  }
  const of = (what: string, value: number, link: FigureLink | null): Figure => ({ what, value, link });
  return [
    ...roundFigures('rounds', at, rounds.now),
    ...dueFigures('due', at, due.now),
    of('on duty', onDuty, onDutyLink(at)),
    ...onDutySites.map((one) => of(`on duty at ${one.name}`, one.onDuty, onDutyLink(place(reply, one.id)))),
    of(
      'on duty elsewhere',
      onDutySites.reduce((rest, one) => rest - one.onDuty, onDuty),
      onDutyElsewhereLink(
        at,
        onDutySites.map(({ id }) => id),
      ),
    ),
    of('new incidents', incidents.New, incidentsLink(at, { state: 'New' })),
    of('attended incidents', incidents.Attended, incidentsLink(at, { state: 'Attended' })),
    of('open incidents', incidents.New + incidents.Attended, incidentsLink(at, { state: 'open' })),
    of('critical', incidents.critical, incidentsLink(at, { state: 'open', severity: 'critical' })),
    of('reported', incidents.reported, incidentsLink(at, { isOfSpan: true })),
    of('answered', incidents.attended.count, incidentsLink(at, { isOfSpan: true, state: 'answered' })),
    of('settled', incidents.closed.count, incidentsLink(at, { isOfSpan: true, state: 'settled' })),
    of('exceptions', exceptions.unsettled, exceptionsLink(at, 'unsettled')),
    of('overdue', exceptions.overdue, exceptionsLink(at, 'overdue')),
    of('closed exceptions', exceptions.closed.count, exceptionsLink(at, 'closed')),
  ];
}

export function trendFigures(reply: DashboardTrend, site: string | null): Figure[] {
  const at = place(reply, site);
  const cell = (value: number, index: number): Figure => {
    const [weekday, hour] = [Math.floor(index / 24) + 1, index % 24];
    return { what: `weekday ${weekday} hour ${hour}`, value, link: roundsLink(at, { weekday, hour }) };
  };
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    what: `hour ${hour}`,
    value: reply.week.filter((_count, index) => index % 24 === hour).reduce((sum, count) => sum + count, 0),
    link: roundsLink(at, { hour }),
  }));
  return [
    ...reply.steps.flatMap((step) =>
      roundFigures(`from ${new Date(step.fromMs).toISOString()}`, at, step, { window: step }).slice(0, 4),
    ),
    ...reply.week.map(cell).filter(({ value }, index) => value > 0 || index % 24 === 0),
    ...hours,
  ];
}

export function rankingFigures(reply: DashboardRanking, site: string | null): Figure[] {
  return [
    ...reply.sites.flatMap(({ id, rounds, due }) => [
      ...(rounds === null ? [] : roundFigures('site', place(reply, id), rounds)),
      ...(due === null ? [] : dueFigures('site', place(reply, id), due)),
    ]),
    ...(reply.guards ?? []).flatMap(({ id, due }) => dueFigures('guard', place(reply, site), due, id)),
    ...(reply.missed ?? []).map(({ id, name, missed }) => ({
      what: `missed ${name}`,
      value: missed,
      link: roundsLink(place(reply, site), { missed: id }),
    })),
  ];
}
