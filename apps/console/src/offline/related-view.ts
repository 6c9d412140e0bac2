// What was asked, answered, noted and reported on the rounds of a file.
import type { RoundRelatedRecords } from '@watchpost/domain/evidence/related-records';
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import type { RemarkAnswer, RoundRemark } from '@watchpost/domain/evidence/round-remarks';
import type { RelatedSos, RelatedIncident, RelatedStep } from '@watchpost/domain/evidence/related-history';
import { el } from './elements.ts';
import { productLabel, valueLabel } from './product-labels.ts';
import { moment, number, pageText } from './texts.ts';

export interface RoundEntry {
  readonly round: ShownRound;
  readonly related: RoundRelatedRecords;
}

export const hasAny = ({ remarks, incidents, calls }: RoundRelatedRecords): boolean =>
  remarks.length + incidents.length + calls.length > 0;

/** One round with everything beside its scans. */
export function roundEntryView({ round, related }: RoundEntry): HTMLElement {
  const { siteName, siteTimeZone, guardName, routeName, startedAtMs } = round;
  const name = [siteName, routeName, guardName].filter((part) => part !== '').join(', ');
  return el(
    'li',
    { class: 'said' },
    el('h3', {}, name, el('span', { class: 'muted' }, moment(startedAtMs, siteTimeZone))),
    ...related.remarks.map((remark) => remarkView(remark, round)),
    ...related.incidents.map((incident) => incidentView(incident, round)),
    ...related.calls.map((call) => callView(call, round)),
  );
}

type Row = readonly [name: string, value: string, mark?: string];

/** What it is of, by whom and when; then what was said. */
function entry(title: string, byline: string, rows: readonly Row[], mark: string | null = null): HTMLElement {
  return el(
    'div',
    { class: 'entry' },
    el(
      'p',
      { class: 'entry-head' },
      el('strong', {}, title),
      el('span', { class: 'muted' }, byline),
      mark === null ? null : el('span', { class: 'tag late' }, mark),
    ),
    el(
      'dl',
      {},
      ...rows.flatMap(([name, value, marks = '']) => [
        el('dt', {}, name),
        el('dd', {}, value, marks === '' ? null : el('span', { class: 'tag late' }, marks)),
      ]),
    ),
  );
}

function remarkView(remark: RoundRemark, { guardName, siteTimeZone }: ShownRound): HTMLElement {
  const { checkpointName, atMs, answers, note, isSealed } = remark;
  const rows = answers.map((answer): Row => {
    const marks = answer.marks.map((mark) => productLabel(`remarks.${mark}`)).join(', ');
    return [answer.question || productLabel('remarks.unasked'), valueText(answer), marks];
  });
  return entry(
    checkpointName || productLabel('remarks.title'),
    `${guardName}, ${moment(atMs, siteTimeZone)}`,
    note === '' ? rows : [...rows, [productLabel('remarks.note'), note]],
    isSealed ? null : pageText('unsealed'),
  );
}

function valueText({ kind, value, unit, marks }: RemarkAnswer): string {
  if (kind === 'yesNo' && !marks.includes('unfit')) {
    return productLabel(value === 'yes' ? 'remarks.yes' : 'remarks.no');
  }
  const text = typeof value === 'number' ? number(value) : value;
  return unit === '' ? text : `${text} ${unit}`;
}

function incidentView(incident: RelatedIncident, { guardName, siteTimeZone }: ShownRound): HTMLElement {
  const { type, severity, status, description, steps, photos, atMs } = incident;
  const rows: Row[] = [
    [productLabel('incidents.severity'), valueLabel('incidents.severity', severity)],
    [productLabel('incidents.status'), valueLabel('incidents.status', status)],
    ...(description === '' ? [] : [[productLabel('incidents.description'), description] as const]),
    ...(photos === 0 ? [] : [[productLabel('incidents.photos'), number(photos)] as const]),
    ...steps.map((step): Row => [moment(step.atMs, siteTimeZone), stepText(step)]),
  ];
  const title = `${productLabel('remarks.reported')}: ${valueLabel('incidents.type', type)}`;
  return entry(title, `${guardName}, ${moment(atMs, siteTimeZone)}`, rows);
}

/** What was done, to what effect, by whom; and what was written. */
function stepText({ kind, actorName, toStatus, comment }: RelatedStep): string {
  const texts: Readonly<Record<string, string>> = {
    status: valueLabel('incidents.status', toStatus),
    comment: productLabel('incidents.comment'),
    assigned: productLabel('incidents.assignee'),
    photos: productLabel('incidents.photos'),
  };
  const done = [texts[kind] ?? valueLabel('incidents.event', kind), actorName].filter((part) => part !== '');
  return [done.join(', '), comment].filter((part) => part !== '').join(': ');
}

function callView(
  { atMs, steps, positions }: RelatedSos,
  { guardName, siteTimeZone }: ShownRound,
): HTMLElement {
  const rows = steps.map((step): Row => {
    const done = callKinds.find((kind) => kind === step.kind);
    const text = done === undefined ? step.kind : productLabel(`sos.event.${done}`, { name: step.actorName });
    return [moment(step.atMs, siteTimeZone), [text, step.comment].filter((part) => part !== '').join(': ')];
  });
  return entry(
    pageText('call'),
    `${guardName}, ${moment(atMs, siteTimeZone)}`,
    positions === 0 ? rows : [...rows, [pageText('positions'), number(positions)]],
  );
}

const callKinds = ['raised', 'safe', 'acknowledged', 'resolved'] as const;
