// A scheduled report as its form holds it: numbers and times are text until it is saved. Pure.
import type { ReportRow } from '@watchpost/contract/scheduled-reports';
import type { Language } from '@watchpost/domain/languages';
import {
  contentOfEvent,
  batchDefaultMinutes,
  type ReportContent,
  type ReportEvent,
  type ReportFormat,
  type ReportPeriod,
  type TimingKind,
} from '@watchpost/domain/scheduled-reports';
import { clockDigits, minuteOf } from '../../records/week-words.ts';

export interface ReportDraft {
  readonly name: string;
  /** Empty for all sites. */
  readonly siteId: string;
  readonly kind: TimingKind;
  /** 'HH:mm', or empty. */
  readonly minute: string;
  readonly weekdays: readonly number[];
  readonly day: string;
  readonly event: ReportEvent;
  readonly gatherMinutes: string;
  readonly contents: readonly ReportContent[];
  readonly period: ReportPeriod;
  readonly dayStartMinute: string;
  readonly formats: readonly ReportFormat[];
  readonly language: Language;
  readonly recipients: readonly string[];
  /** Addresses that are written and not added to those: they count all the same. */
  readonly typed: string;
  readonly sendsEmpty: boolean;
}

/** What another kind of timing begins with. */
const usual = {
  minute: '07:00',
  weekdays: [2],
  day: '1',
  event: 'incidentClosed',
  gatherMinutes: String(batchDefaultMinutes),
} as const;

export const emptyDraft = (siteId: string, language: Language): ReportDraft => ({
  name: '',
  siteId,
  kind: 'daily',
  ...usual,
  contents: ['scannedCheckpoints'],
  period: 'day',
  dayStartMinute: '0',
  formats: ['pdf', 'xlsx'],
  language,
  recipients: [],
  typed: '',
  sendsEmpty: false,
});

export const draftOf = (report: ReportRow): ReportDraft => ({
  name: report.name,
  siteId: report.siteId ?? '',
  ...usual,
  ...timingDraft(report),
  contents: report.contents,
  period: report.period,
  dayStartMinute: String(report.dayStartMinute),
  formats: report.formats,
  language: report.language,
  recipients: report.recipients.map(({ email }) => email),
  typed: '',
  sendsEmpty: report.sendsEmpty,
});

function timingDraft({ timing }: ReportRow) {
  const { kind } = timing;
  if (timing.kind === 'event') {
    return { kind, event: timing.event, gatherMinutes: String(timing.gatherMinutes) };
  }
  const minute = clockDigits(timing.minute);
  if (timing.kind === 'weekly') return { kind, minute, weekdays: timing.weekdays };
  return timing.kind === 'monthly' ? { kind, minute, day: String(timing.day) } : { kind, minute };
}

/** NaN unless the text is a number. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

export function timingOf(draft: ReportDraft) {
  const { kind } = draft;
  if (kind === 'event') return { kind, event: draft.event, gatherMinutes: numberOf(draft.gatherMinutes) };
  const minute = minuteOf(draft.minute);
  if (kind === 'weekly') return { kind, minute, weekdays: [...draft.weekdays] };
  return kind === 'monthly' ? { kind, minute, day: numberOf(draft.day) } : { kind, minute };
}

/** What a report on an event holds follows from the event. */
export const contentsOf = ({ kind, event, contents }: ReportDraft): ReportContent[] =>
  kind === 'event' ? [contentOfEvent[event]] : [...contents];

/** The addresses in what was written, which may be pasted from a list. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');

/** What the contract's schema takes. */
export const inputOf = (draft: ReportDraft) => ({
  name: draft.name,
  siteId: draft.siteId === '' ? null : draft.siteId,
  timing: timingOf(draft),
  contents: contentsOf(draft),
  period: draft.period,
  dayStartMinute: numberOf(draft.dayStartMinute),
  formats: [...draft.formats],
  language: draft.language,
  recipients: [...new Set([...draft.recipients, ...addressesIn(draft.typed)])],
  sendsEmpty: draft.sendsEmpty,
});
