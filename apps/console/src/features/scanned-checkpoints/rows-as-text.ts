// Rounds as text to paste into a sheet: tabs between cells, lines between rows. Pure.
import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { statusText } from '@watchpost/domain/round-status';
import { t, translate } from '../../lib/labels.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { shownZoneOf, type ZoneChoice } from '../../lib/rounds/shown-zone.ts';

/** What a sheet would take for a formula is led by an apostrophe; a cell holds no tabs or line breaks (EXP-04). */
function cell(text: string): string {
  const flat = text.replaceAll(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(flat) ? `'${flat}` : flat;
}

/** The columns of REP-01 with a heading, times as the list shows them. */
export function rowsAsText(rounds: readonly RoundRow[], zone: ZoneChoice): string {
  const clock = (atMs: number, siteZone: string) => wallClock(atMs, shownZoneOf(zone, siteZone));
  const head = [
    t('rounds.employeeId'),
    t('rounds.scannedBy'),
    t('rounds.scannedCheckPoints'),
    t('rounds.siteName'),
    t('rounds.startTime'),
    t('rounds.endTime'),
    t('rounds.status'),
  ];
  const lines = rounds.map((round) => [
    round.employeeId,
    `${round.scannedBy} ${round.scannedByLastName}`.trim(),
    String(round.scannedCheckPoints),
    round.siteName,
    clock(round.scannedStartTime, round.siteTimeZone),
    round.scannedEndTime === null ? '' : clock(round.scannedEndTime, round.siteTimeZone),
    translate(statusText(round.statusCode)),
  ]);
  return [head, ...lines].map((cells) => cells.map(cell).join('\t')).join('\n');
}
