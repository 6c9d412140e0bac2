// A verdict in plain words.
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import type { FileVerdict } from '@watchpost/domain/evidence/file-verdict';
import type { Fault } from '@watchpost/domain/evidence/faults';
import type { HeadOfNote } from '@watchpost/domain/evidence/head-note';
import { askedLines } from './filter-lines.ts';
import { type RoundEntry, roundEntryView } from './related-view.ts';
import { el } from './elements.ts';
import { type RoundScans, scansOfRound } from './scans-view.ts';
import { isText, moment, number, pageText } from './texts.ts';

export interface Checked {
  readonly fileName: string;
  readonly atMs: number;
  readonly verdict: FileVerdict;
  /** The first of them. */
  readonly rounds: readonly ShownRound[];
  /** Of those. */
  readonly scans: readonly RoundScans[];
  /** The first of those with anything beside their scans. */
  readonly entries: readonly RoundEntry[];
  readonly entryCount: number;
  readonly hasTrustedKeys: boolean;
}

export function verdictView(checked: Checked): HTMLElement[] {
  const { verdict, rounds } = checked;
  return [
    banner(verdict, isOfTrustedKey(checked)),
    ...(verdict.faultCount === 0 ? [] : [findings(verdict)]),
    el('div', { class: 'beside' }, about(checked), log(checked)),
    ...(verdict.saved.length === 0 ? [] : [savedHeadsView(verdict)]),
    roundTable(verdict, rounds),
    ...(checked.scans.length === 0 ? [] : [scansOfRounds(checked.scans)]),
    ...(checked.entryCount === 0 ? [] : [roundEntriesView(checked)]),
    section(pageText('limits'), el('p', {}, pageText('limitsWords'))),
  ];
}

function section(title: string, ...children: readonly (Node | null)[]): HTMLElement {
  return el('section', { class: 'card', 'aria-label': title }, el('h2', {}, title), ...children);
}

const dresses = {
  holds: { tone: 'good', mark: '✓', why: 'holdsWhy' },
  attests: { tone: 'part', mark: '!', why: 'attestsWhy' },
  part: { tone: 'part', mark: '!', why: 'partWhy' },
  none: { tone: 'part', mark: '!', why: 'noneWhy' },
  fails: { tone: 'bad', mark: '✕', why: 'failsWhy' },
} as const;

function outcomeOf({ faultCount, sealed, attested, waiting, outside }: FileVerdict): keyof typeof dresses {
  if (faultCount > 0) return 'fails';
  if (waiting + outside === 0) return attested > 0 ? 'attests' : 'holds';
  return sealed > 0 ? 'part' : 'none';
}

/** Whether the file was sealed with a key that somebody got otherwise than with it. */
function isOfTrustedKey({ verdict: { faults }, hasTrustedKeys }: Checked): boolean {
  return hasTrustedKeys && !faults.some(({ subject }) => subject === 'keys');
}

function banner(verdict: FileVerdict, isTrusted: boolean): HTMLElement {
  const { faultCount, sealed, attested, waiting, outside } = verdict;
  const outcome = outcomeOf(verdict);
  const { tone, mark, why } = dresses[outcome];
  const open = waiting + outside;
  const isProof = outcome === 'holds' || outcome === 'attests' || outcome === 'part';
  const values = {
    count: number(faultCount),
    attested: number(attested),
    open: number(open),
    all: number(sealed + open),
  };
  const button = el('button', { type: 'button', class: 'quiet' }, pageText('print'));
  button.addEventListener('click', () => window.print());
  return el(
    'div',
    { class: `banner ${tone}`, 'data-verdict': outcome },
    el('span', { class: 'mark', 'aria-hidden': 'true' }, mark),
    el(
      'div',
      { class: 'words' },
      el('h2', { tabindex: '-1' }, pageText(outcome)),
      el('p', {}, pageText(why, values)),
      // Anyone who makes up a whole file gets the same verdict on it.
      isProof ? el('p', {}, pageText(isTrusted ? 'whosePublished' : 'whose')) : null,
    ),
    button,
  );
}

function findings({ faults, faultCount }: FileVerdict): HTMLElement {
  const rest = faultCount - faults.length;
  return section(
    pageText('findings'),
    el('ul', { class: 'findings' }, ...faults.map(finding)),
    rest === 0 ? null : el('p', {}, pageText('more', { count: number(rest) })),
  );
}

function finding({ kind, subject, id, field }: Fault): HTMLElement {
  const key = `subject.${subject}`;
  const productLabel = `fault.${kind}`;
  const name = isText(key) ? pageText(key, { id }) : pageText('subject.other', { id: `${subject} ${id}` });
  return el(
    'li',
    {},
    el('strong', { class: 'tag' }, isText(productLabel) ? pageText(productLabel) : kind),
    el('span', { class: 'code' }, name.trim()),
    field === null ? null : el('span', { class: 'muted' }, pageText('field', { field: fieldText(field) })),
  );
}

/** In plain words first; the column's own name is what another tool would say. */
function fieldText(field: string): string {
  const key = `field.${field}`;
  return isText(key) ? `${pageText(key)} (${field})` : field;
}

type Row = readonly [name: string, value: string | Node];

function facts(rows: readonly Row[]): HTMLElement {
  return el('dl', {}, ...rows.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

function about({ fileName, atMs, verdict, rounds: shown }: Checked): HTMLElement {
  const { head, rounds, sealed, attested, waiting, outside } = verdict;
  const { events, signed, vouched, elsewhere, remarks, incidents, calls, nameless } = verdict;
  const kind = `kind.${head.about.kind}`;
  const asked = askedLines(head.about.asked, shown).map((line) => el('li', {}, line));
  const notes = [
    waiting > 0 ? pageText('waiting', { count: number(waiting) }) : null,
    outside > 0 ? pageText('outside', { count: number(outside) }) : null,
    attested > 0 ? pageText('attested', { count: number(attested) }) : null,
    vouched > 0 ? pageText('vouched', { count: number(vouched) }) : null,
    elsewhere > 0 ? pageText('elsewhere', { count: number(elsewhere) }) : null,
    nameless.length > 0 ? pageText('nameless', { count: number(nameless.length) }) : null,
    ...verdict.setBacks.map(setBackText),
    ...missingKinds(head),
  ].filter((note) => note !== null);
  return section(
    pageText('about'),
    facts([
      [pageText('file'), fileName],
      [pageText('checked'), moment(atMs)],
      [pageText('kind'), isText(kind) ? pageText(kind) : head.about.kind],
      [pageText('filter'), el('ul', { class: 'lines' }, ...asked)],
      [pageText('made'), moment(head.madeAtMs)],
      [pageText('rounds'), number(rounds)],
      [
        pageText('beside'),
        pageText('besideWords', {
          remarks: number(remarks),
          incidents: number(incidents),
          calls: number(calls),
        }),
      ],
      [
        pageText('records'),
        pageText('recordsWords', { sealed: number(sealed), all: number(sealed + waiting + outside) }),
      ],
      [pageText('signed'), pageText('signedWords', { signed: number(signed), events: number(events) })],
    ]),
    ...notes.map((note) => el('p', { class: 'note' }, note)),
  );
}

function setBackText({ fromMs, toMs, aheadMs }: FileVerdict['setBacks'][number]): string {
  const values = { from: moment(fromMs), to: moment(toMs), minutes: number(Math.ceil(aheadMs / 60_000)) };
  return pageText(aheadMs === 0 ? 'clockSetBack' : 'clockWasAhead', values);
}

/** Why there may be nothing of some of it. */
function missingKinds({ holds }: FileVerdict['head']): string[] {
  if (holds === undefined) return [pageText('withoutAll')];
  const { incidents, calls } = { incidents: holds.includes('incidents'), calls: holds.includes('calls') };
  return [...(incidents ? [] : [pageText('withoutIncidents')]), ...(calls ? [] : [pageText('withoutCalls')])];
}

function scansOfRounds(scans: readonly RoundScans[]): HTMLElement {
  const isOne = scans.length === 1;
  return section(pageText('scans'), el('ul', {}, ...scans.map((each) => scansOfRound(each, isOne))));
}

function roundEntriesView({ entries, entryCount }: Checked): HTMLElement {
  const rest = entryCount - entries.length;
  return section(
    pageText('said'),
    el('ul', {}, ...entries.map(roundEntryView)),
    rest > 0 ? el('p', {}, pageText('listMore', { count: number(rest) })) : null,
  );
}

function log(checked: Checked): HTMLElement {
  const {
    head: { head },
    keys,
  } = checked.verdict;
  return section(
    pageText('log'),
    facts([
      [pageText('sealedAt'), moment(head.atMs)],
      [pageText('size'), number(head.size)],
      [pageText('root'), el('code', {}, head.root)],
    ]),
    el('h3', {}, pageText('keys')),
    ...keys.map(fingerprint),
    el('p', { class: 'note' }, isOfTrustedKey(checked) ? pageText('trusted') : pageText('keysWords')),
  );
}

/** In groups of four, which two people can read to each other; copied it is one word. */
function fingerprint(key: string): HTMLElement {
  const groups = key.match(/.{1,4}/g) ?? [];
  return el('p', {}, el('code', { class: 'fingerprint' }, ...groups.map((group) => el('span', {}, group))));
}

function savedHeadsView({ saved: heads, head: { head: own } }: FileVerdict): HTMLElement {
  const lines = heads.map(({ head, outcome }) => {
    const values = { size: number(head.size), address: growthAddress(head, own) };
    // A note names no time, and a head of ours needs no newer browser.
    const text =
      head.atMs === null || outcome === 'unsupported'
        ? pageText(`note.${outcome}`, values)
        : pageText(`kept.${outcome}`, { ...values, at: moment(head.atMs) });
    return el('li', { class: outcome }, text);
  });
  return section(pageText('kept'), el('ul', { class: 'kept' }, ...lines));
}

/** Where the server proves growth to anyone who holds both heads. */
function growthAddress(one: HeadOfNote, other: HeadOfNote): string {
  const [from, to] = one.size <= other.size ? [one, other] : [other, one];
  return `/evidence/growth?from=${from.size}&fromRoot=${from.root}&to=${to.size}&toRoot=${to.root}`;
}

function roundTable(verdict: FileVerdict, rounds: readonly ShownRound[]): HTMLElement {
  const heads = (['site', 'guard', 'route', 'started', 'ended', 'scanned'] as const).map((key) =>
    el('th', { scope: 'col' }, pageText(key)),
  );
  const rows = rounds.map((round) =>
    el(
      'tr',
      {},
      el('td', {}, round.siteName),
      el('td', {}, round.guardName),
      el('td', {}, round.routeName),
      el('td', {}, moment(round.startedAtMs, round.siteTimeZone)),
      el('td', {}, round.endedAtMs === null ? '' : moment(round.endedAtMs, round.siteTimeZone)),
      el('td', { class: 'count' }, `${number(round.scannedCheckPoints)} / ${number(round.totalCheckPoints)}`),
    ),
  );
  const rest = verdict.rounds - rounds.length;
  return section(
    pageText('list'),
    el(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': pageText('list') },
      el('table', {}, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows)),
    ),
    rest > 0 ? el('p', {}, pageText('listMore', { count: number(rest) })) : null,
  );
}
