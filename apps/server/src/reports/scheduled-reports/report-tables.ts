// The tables of a report: what each of its parts shows, typed for spreadsheets and named in its language.
import { dutyStateOf } from '@watchpost/domain/duty-sessions';
import { exceptionSeverities } from '@watchpost/domain/exceptions';
import type { Language } from '@watchpost/domain/languages';
import { percentageOf, roundStatus } from '@watchpost/domain/round-status';
import type { ReportContent } from '@watchpost/domain/scheduled-reports';
import { dueStatuses } from '@watchpost/domain/tours';
import { incidentTexts } from '../../company/notifications/incident-texts.ts';
import type { Cell, Column } from '../../platform/tables-out/table.ts';
import type { RawCell } from './report-rows.queries.ts';
import { reportTexts } from './texts/report-texts.ts';
import type { ReportColumn, ReportTexts } from './texts/text-types.ts';

export interface ReportTable {
  readonly columns: readonly Column[];
  readonly cellsOf: (raw: readonly RawCell[]) => Cell[];
}

type Kind = Column['kind'];
type Shape = readonly (readonly [ReportColumn, Kind, number])[];

const shapes: Readonly<Record<ReportContent, Shape>> = {
  scannedCheckpoints: [
    ['started', 'date', 18],
    ['ended', 'date', 18],
    ['site', 'text', 26],
    ['route', 'text', 22],
    ['guard', 'text', 22],
    ['employeeId', 'text', 13],
    ['scanned', 'number', 9],
    ['planned', 'number', 9],
    ['share', 'number', 9],
    ['status', 'text', 14],
    ['arrived', 'date', 18],
  ],
  loginLogout: [
    ['login', 'date', 18],
    ['logout', 'date', 18],
    ['site', 'text', 30],
    ['guard', 'text', 26],
    ['employeeId', 'text', 14],
    ['status', 'text', 18],
  ],
  dueRounds: [
    ['dueAt', 'date', 18],
    ['site', 'text', 24],
    ['tour', 'text', 24],
    ['route', 'text', 22],
    ['status', 'text', 13],
    ['guard', 'text', 20],
    ['begun', 'date', 18],
    ['arrived', 'date', 18],
    ['excuse', 'text', 28],
  ],
  missedRounds: [
    ['dueAt', 'date', 18],
    ['site', 'text', 30],
    ['tour', 'text', 30],
    ['route', 'text', 28],
    ['status', 'text', 14],
    ['guard', 'text', 20],
    ['begun', 'date', 18],
    ['arrived', 'date', 18],
  ],
  incidents: [
    ['reported', 'date', 18],
    ['site', 'text', 22],
    ['type', 'text', 18],
    ['severity', 'text', 10],
    ['status', 'text', 11],
    ['since', 'date', 18],
    ['description', 'text', 44],
    ['reporter', 'text', 18],
    ['assignee', 'text', 18],
  ],
  exceptions: [
    ['happened', 'date', 18],
    ['site', 'text', 24],
    ['kind', 'text', 12],
    ['severity', 'text', 10],
    ['route', 'text', 22],
    ['status', 'text', 11],
    ['outcome', 'text', 18],
    ['closing', 'text', 34],
    ['assignee', 'text', 18],
  ],
};

const textOf = (raw: RawCell | undefined): string => (typeof raw === 'string' ? raw : '');
const numberOf = (raw: RawCell | undefined): number | null => (typeof raw === 'number' ? raw : null);

function roundText(texts: ReportTexts, code: RawCell | undefined): string {
  if (code === roundStatus.completed) return texts.rounds.completed;
  return code === roundStatus.incompleted ? texts.rounds.incompleted : texts.rounds.inProgress;
}

function dueText(texts: ReportTexts, raw: RawCell | undefined): string {
  const status = dueStatuses.find((known) => known === raw);
  return status === undefined ? '' : texts.dues[status];
}

const nameOf = <Name extends string>(
  texts: Readonly<Record<Name, string>>,
  raw: RawCell | undefined,
): string => Object.entries<string>(texts).find(([name]) => name === raw)?.[1] ?? '';

function exceptionReader(language: Language): ReportTable['cellsOf'] {
  const { exceptions } = reportTexts(language);
  const { severities } = incidentTexts(language);
  return ([at, site, kind, severity, route, status, outcome, closing, owner]) => [
    numberOf(at),
    textOf(site),
    nameOf(exceptions.kinds, kind),
    severities[exceptionSeverities[(numberOf(severity) ?? 0) - 1] ?? ''] ?? '',
    textOf(route),
    nameOf(exceptions.statuses, status),
    nameOf(exceptions.outcomes, outcome),
    textOf(closing),
    textOf(owner),
  ];
}

/** Of a due round, with what was sent late for it. */
const dueReader =
  (texts: ReportTexts): ReportTable['cellsOf'] =>
  ([at, site, tour, route, status, guard, started, arrived]) => [
    numberOf(at),
    textOf(site),
    textOf(tour),
    textOf(route),
    dueText(texts, status),
    textOf(guard),
    numberOf(started),
    numberOf(arrived),
  ];

/** By content: raw cells as report-rows reads them to those of the table. */
function readersOf(language: Language): Readonly<Record<ReportContent, ReportTable['cellsOf']>> {
  const texts = reportTexts(language);
  const incidents = incidentTexts(language);
  const due = dueReader(texts);
  return {
    scannedCheckpoints: ([started, ended, site, route, guard, employee, scanned, planned, code, arrived]) => [
      numberOf(started),
      numberOf(ended),
      textOf(site),
      textOf(route),
      textOf(guard),
      textOf(employee),
      numberOf(scanned),
      numberOf(planned),
      percentageOf(numberOf(scanned) ?? 0, numberOf(planned)),
      roundText(texts, code),
      numberOf(arrived),
    ],
    loginLogout: ([login, logout, site, guard, employee, isClosed]) => {
      const state = dutyStateOf({ endedAtMs: numberOf(logout), isClosedBySystem: isClosed === true });
      return [
        numberOf(login),
        numberOf(logout),
        textOf(site),
        textOf(guard),
        textOf(employee),
        texts.duties[state],
      ];
    },
    dueRounds: (raw) => [...due(raw), textOf(raw[8])],
    missedRounds: due,
    exceptions: exceptionReader(language),
    incidents: ([at, site, type, severity, status, since, description, reporter, assignee]) => [
      numberOf(at),
      textOf(site),
      incidents.types[textOf(type)] ?? textOf(type),
      incidents.severities[textOf(severity)] ?? '',
      incidents.statuses[textOf(status)] ?? '',
      numberOf(since),
      textOf(description),
      textOf(reporter),
      textOf(assignee),
    ],
  };
}

export function reportTable(content: ReportContent, language: Language): ReportTable {
  const { columns } = reportTexts(language);
  return {
    columns: shapes[content].map(([name, kind, width]) => ({ header: columns[name], kind, width })),
    cellsOf: readersOf(language)[content],
  };
}
