// What a report is put into words for.
import type { DutyState } from '@watchpost/domain/duty-sessions';
import type { ExceptionKind, ExceptionOutcome, ExceptionStatus } from '@watchpost/domain/exceptions';
import type { ReportContent } from '@watchpost/domain/scheduled-reports';
import type { DueStatus } from '@watchpost/domain/tours';

export interface ReportTexts {
  readonly contents: Readonly<Record<ReportContent, string>>;
  readonly columns: Readonly<Record<ReportColumn, string>>;
  readonly figures: Readonly<Record<ReportFigure, string>>;
  readonly rounds: Readonly<Record<'completed' | 'incompleted' | 'inProgress', string>>;
  readonly duties: Readonly<Record<DutyState, string>>;
  readonly dues: Readonly<Record<DueStatus, string>>;
  readonly exceptions: {
    readonly kinds: Readonly<Record<ExceptionKind, string>>;
    readonly statuses: Readonly<Record<ExceptionStatus, string>>;
    readonly outcomes: Readonly<Record<ExceptionOutcome, string>>;
  };
  readonly allSites: string;
  readonly times: (zone: string) => string;
  readonly made: (at: string) => string;
  readonly preview: string;
  readonly none: string;
  readonly shortened: (shown: string, rows: string) => string;
}

export type ReportColumn =
  | 'started'
  | 'ended'
  | 'site'
  | 'route'
  | 'tour'
  | 'guard'
  | 'employeeId'
  | 'scanned'
  | 'planned'
  | 'share'
  | 'status'
  | 'login'
  | 'logout'
  | 'dueAt'
  | 'begun'
  | 'arrived'
  | 'excuse'
  | 'reported'
  | 'type'
  | 'severity'
  | 'since'
  | 'description'
  | 'reporter'
  | 'assignee'
  | 'happened'
  | 'kind'
  | 'outcome'
  | 'closing';

export type ReportFigure =
  | 'rounds'
  | 'completed'
  | 'incompleted'
  | 'inProgress'
  | 'checkpoints'
  | 'planned'
  | 'sessions'
  | 'onDuty'
  | 'loggedOut'
  | 'closedBySystem'
  | 'due'
  | 'walked'
  | 'missed'
  | 'excused'
  | 'pending'
  | 'incidents'
  | 'exceptions'
  | 'open'
  | 'grave';
