// When the checkpoints of a round were scanned.
import { isCalendarTime } from '@watchpost/domain/device-clock';
import type { CodeVerdict } from '@watchpost/domain/evidence/code-verdicts';
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import type { ShownScan } from '@watchpost/domain/evidence/round-ledger';
import { el } from './elements.ts';
import { moment, pageText } from './texts.ts';

export interface RoundScans {
  readonly round: ShownRound;
  readonly scans: readonly ShownScan[];
  /** When the last of it arrived that was sent late; null where nothing was. */
  readonly lateAtMs: number | null;
}

/** One round, which opens; `isOpen` where there is no other. */
export function scansOfRound({ round, scans, lateAtMs }: RoundScans, isOpen: boolean): HTMLElement {
  const { siteName, siteTimeZone, guardName, routeName, startedAtMs } = round;
  const name = [siteName, routeName, guardName].filter((part) => part !== '').join(', ');
  const view = el(
    'details',
    { class: 'scans' },
    el(
      'summary',
      {},
      name,
      el('span', { class: 'muted' }, moment(startedAtMs, siteTimeZone)),
      lateAtMs === null ? null : lateTag(lateAtMs, siteTimeZone),
    ),
    scans.length === 0
      ? el('p', {}, pageText('noScans'))
      : el('ol', {}, ...scans.map((scan) => scanLine(scan, round))),
    el('p', { class: 'note' }, pageText('scansZone', { zone: siteTimeZone })),
  );
  view.open = isOpen;
  return el('li', {}, view);
}

const phoneClock = (phoneAtMs: number, zone: string): string =>
  isCalendarTime(phoneAtMs)
    ? pageText('phoneClock', { time: moment(phoneAtMs, zone) })
    : pageText('phoneClockNone');

/** Enough to tell the phones of a file from each other. */
const phoneLetters = 8;

const lateTag = (lateAtMs: number, zone: string): HTMLElement =>
  el('span', { class: 'tag late' }, pageText('sentLate', { time: moment(lateAtMs, zone) }));

/** A scan by position needs no code; one that lacks its code is flagged, and its round shows that. */
const isPlain = (code: CodeVerdict): boolean => code === 'genuine' || code === 'none';

function scanLine(
  { checkpointName, atMs, phoneAtMs, lateAtMs, isSealed, isCounted, code, phone }: ShownScan,
  { siteTimeZone, endedAtMs }: ShownRound,
): HTMLElement {
  const isScanned = atMs !== null;
  return el(
    'li',
    {},
    el('span', {}, checkpointName || pageText('noName')),
    isScanned
      ? el('span', { class: 'count' }, moment(atMs, siteTimeZone))
      : // A round that goes on misses none yet.
        el('span', { class: endedAtMs === null ? 'muted' : 'tag' }, pageText('notScanned')),
    phoneAtMs === null ? null : el('span', { class: 'muted' }, phoneClock(phoneAtMs, siteTimeZone)),
    code === null ? null : el('span', { class: isPlain(code) ? 'muted' : 'tag' }, pageText(`code.${code}`)),
    phone === ''
      ? null
      : el('span', { class: 'muted' }, pageText('phone', { phone: phone.slice(0, phoneLetters) })),
    lateAtMs === null ? null : lateTag(lateAtMs, siteTimeZone),
    isCounted ? null : el('span', { class: 'tag' }, pageText('notCounted')),
    isScanned && !isSealed ? el('span', { class: 'tag late' }, pageText('unsealed')) : null,
  );
}
