// How scheduled reports read: when they are sent, and what became of a sending.
import type { ReportRun } from '@watchpost/contract/report-runs';
import type { ReportRow } from '@watchpost/contract/scheduled-reports';
import type { ReportContent, RunState } from '@watchpost/domain/scheduled-reports';
import { zoneNameHere } from '@watchpost/domain/zone-names';
import { currentLocale, t, translate } from '../../lib/labels.ts';
import { dateFormat, wallClock } from '../../lib/rounds/round-times.ts';
import { clockWords, daysWords } from '../../records/week-words.ts';
import type { Meaning } from '../../ui/theme/theme.ts';

/** E.g. 'Monthly on day 1 at 07:00'. */
export function whenText({ timing }: Pick<ReportRow, 'timing'>): string {
  if (timing.kind === 'event') {
    const event = t(`scheduled.event.${timing.event}`);
    return t('scheduled.whenEvent', { event, minutes: timing.gatherMinutes });
  }
  const time = clockWords(timing.minute);
  if (timing.kind === 'daily') return t('scheduled.whenDaily', { time });
  if (timing.kind === 'monthly') return t('scheduled.whenMonthly', { day: timing.day, time });
  return t('scheduled.whenWeekly', { days: daysWords(timing.weekdays), time });
}

export const contentsText = (contents: readonly ReportContent[]): string =>
  contents.map((content) => t(`scheduled.content.${content}`)).join(', ');

/** A moment by the clocks of a zone, with its weekday. */
export function momentText(atMs: number, timeZone: string): string {
  const zone = zoneNameHere(timeZone) ?? 'UTC';
  const weekday = new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: zone }).format(atMs);
  return `${weekday}, ${wallClock(atMs, timeZone)}`;
}

const dayMs = 86_400_000;

/** The time that a report covers; its last instant is left out, so that a whole day is one date. */
export function spanText(fromMs: number, toMs: number, timeZone: string): string {
  const isMidnight = (atMs: number) => wallClock(atMs, timeZone, 'HH:mm') === '00:00';
  const isWhole = toMs - fromMs >= dayMs / 2 && isMidnight(fromMs) && isMidnight(toMs);
  const format = isWhole ? dateFormat() : undefined;
  const ends = [fromMs, Math.max(fromMs, isWhole ? toMs - 1 : toMs)];
  return [...new Set(ends.map((atMs) => wallClock(atMs, timeZone, format)))].join(' – ');
}

export const stateMeaning: Readonly<Record<RunState, Meaning>> = {
  queued: 'unknown',
  making: 'unknown',
  sent: 'good',
  empty: 'unknown',
  failed: 'missed',
};

const reasons = ['tooLarge', 'noRecipients', 'paused', 'ownerGone', 'ownerLostAccess', 'siteGone'] as const;

/** Why a run failed: in words where the server says it by a name, else as it is. */
export function reasonText({ reason }: Pick<ReportRun, 'reason'>): string {
  const known = reasons.find((name) => name === reason);
  return known === undefined ? translate(reason) : t(`scheduled.reason.${known}`);
}
