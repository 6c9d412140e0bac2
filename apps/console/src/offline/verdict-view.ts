// A verdict in plain words.
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import type { FileVerdict } from '@watchpost/domain/evidence/file-verdict';
import type { Fault } from '@watchpost/domain/evidence/faults';
import type { HeadOfNote } from '@watchpost/domain/evidence/head-note';
import { askedLines } from './asked-words.ts';
import { type RoundSaid, saidOnRound } from './beside-view.ts';
import { el } from './elements.ts';
import { type RoundScans, scansOfRound } from './scans-view.ts';
import { isText, moment, number, say } from './texts.ts';

export interface Checked {
  readonly fileName: string;
  readonly atMs: number;
  readonly verdict: FileVerdict;
  /** The first of them. */
  readonly rounds: readonly ShownRound[];
  /** Of those. */
  readonly scans: readonly RoundScans[];
  /** The first of those with anything beside their scans. */
  readonly said: readonly RoundSaid[];
  readonly saidCount: number;
  readonly hasTrustedKeys: boolean;
}

export function verdictView(checked: Checked): HTMLElement[] {
  const { verdict, rounds } = checked;
  return [
    banner(verdict, isOfTrustedKey(checked)),
    ...(verdict.faultCount === 0 ? [] : [findings(verdict)]),
    el('div', { class: 'beside' }, about(checked), log(checked)),
    ...(verdict.saved.length === 0 ? [] : [kept(verdict)]),
    roundTable(verdict, rounds),
    ...(checked.scans.length === 0 ? [] : [scansOfRounds(checked.scans)]),
    ...(checked.saidCount === 0 ? [] : [saidOnRounds(checked)]),
    section(say('limits'), el('p', {}, say('limitsWords'))),
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
  const button = el('button', { type: 'button', class: 'quiet' }, say('print'));
  button.addEventListener('click', () => window.print());
  return el(
    'div',
    { class: `banner ${tone}`, 'data-verdict': outcome },
    el('span', { class: 'mark', 'aria-hidden': 'true' }, mark),
    el(
      'div',
      { class: 'words' },
      el('h2', { tabindex: '-1' }, say(outcome)),
      el('p', {}, say(why, values)),
      // Anyone who makes up a whole file gets the same verdict on it.
      isProof ? el('p', {}, say(isTrusted ? 'whosePublished' : 'whose')) : null,
    ),
    button,
  );
}

function findings({ faults, faultCount }: FileVerdict): HTMLElement {
  const rest = faultCount - faults.length;
  return section(
    say('findings'),
    el('ul', { class: 'findings' }, ...faults.map(finding)),
    rest === 0 ? null : el('p', {}, say('more', { count: number(rest) })),
  );
}

function finding({ kind, subject, id, field }: Fault): HTMLElement {
  const key = `subject.${subject}`;
  const word = `fault.${kind}`;
  const name = isText(key) ? say(key, { id }) : say('subject.other', { id: `${subject} ${id}` });
  return el(
    'li',
    {},
    el('strong', { class: 'tag' }, isText(word) ? say(word) : kind),
    el('span', { class: 'code' }, name.trim()),
    field === null ? null : el('span', { class: 'muted' }, say('field', { field: fieldWords(field) })),
  );
}

/** In plain words first; the column's own name is what another tool would say. */
function fieldWords(field: string): string {
  const key = `field.${field}`;
  return isText(key) ? `${say(key)} (${field})` : field;
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
    waiting > 0 ? say('waiting', { count: number(waiting) }) : null,
    outside > 0 ? say('outside', { count: number(outside) }) : null,
    attested > 0 ? say('attested', { count: number(attested) }) : null,
    vouched > 0 ? say('vouched', { count: number(vouched) }) : null,
    elsewhere > 0 ? say('elsewhere', { count: number(elsewhere) }) : null,
    nameless.length > 0 ? say('nameless', { count: number(nameless.length) }) : null,
    ...verdict.setBacks.map(setBackWords),
    ...missingKinds(head),
  ].filter((note) => note !== null);
  return section(
    say('about'),
    facts([
      [say('file'), fileName],
      [say('checked'), moment(atMs)],
      [say('kind'), isText(kind) ? say(kind) : head.about.kind],
      [say('filter'), el('ul', { class: 'lines' }, ...asked)],
      [say('made'), moment(head.madeAtMs)],
      [say('rounds'), number(rounds)],
      [
        say('beside'),
        say('besideWords', {
          remarks: number(remarks),
          incidents: number(incidents),
          calls: number(calls),
        }),
      ],
      [
        say('records'),
        say('recordsWords', { sealed: number(sealed), all: number(sealed + waiting + outside) }),
      ],
      [say('signed'), say('signedWords', { signed: number(signed), events: number(events) })],
    ]),
    ...notes.map((note) => el('p', { class: 'note' }, note)),
  );
}

function setBackWords({ fromMs, toMs, aheadMs }: FileVerdict['setBacks'][number]): string {
  const values = { from: moment(fromMs), to: moment(toMs), minutes: number(Math.ceil(aheadMs / 60_000)) };
  return say(aheadMs === 0 ? 'clockSetBack' : 'clockWasAhead', values);
}

/** Why there may be nothing of some of it. */
function missingKinds({ holds }: FileVerdict['head']): string[] {
  if (holds === undefined) return [say('withoutAll')];
  const { incidents, calls } = { incidents: holds.includes('incidents'), calls: holds.includes('calls') };
  return [...(incidents ? [] : [say('withoutIncidents')]), ...(calls ? [] : [say('withoutCalls')])];
}

function scansOfRounds(scans: readonly RoundScans[]): HTMLElement {
  const isOne = scans.length === 1;
  return section(say('scans'), el('ul', {}, ...scans.map((each) => scansOfRound(each, isOne))));
}

function saidOnRounds({ said, saidCount }: Checked): HTMLElement {
  const rest = saidCount - said.length;
  return section(
    say('said'),
    el('ul', {}, ...said.map(saidOnRound)),
    rest > 0 ? el('p', {}, say('listMore', { count: number(rest) })) : null,
  );
}

function log(checked: Checked): HTMLElement {
  const {
    head: { head },
    keys,
  } = checked.verdict;
  return section(
    say('log'),
    facts([
      [say('sealedAt'), moment(head.atMs)],
      [say('size'), number(head.size)],
      [say('root'), el('code', {}, head.root)],
    ]),
    el('h3', {}, say('keys')),
    ...keys.map(fingerprint),
    el('p', { class: 'note' }, isOfTrustedKey(checked) ? say('trusted') : say('keysWords')),
  );
}

/** In groups of four, which two people can read to each other; copied it is one word. */
function fingerprint(key: string): HTMLElement {
  const groups = key.match(/.{1,4}/g) ?? [];
  return el('p', {}, el('code', { class: 'fingerprint' }, ...groups.map((group) => el('span', {}, group))));
}

function kept({ saved: heads, head: { head: own } }: FileVerdict): HTMLElement {
  const lines = heads.map(({ head, outcome }) => {
    const values = { size: number(head.size), address: growthAddress(head, own) };
    // A note names no time, and a head of ours needs no newer browser.
    const text =
      head.atMs === null || outcome === 'unsupported'
        ? say(`note.${outcome}`, values)
        : say(`kept.${outcome}`, { ...values, at: moment(head.atMs) });
    return el('li', { class: outcome }, text);
  });
  return section(say('kept'), el('ul', { class: 'kept' }, ...lines));
}

/** Where the server proves growth to anyone who holds both heads. */
function growthAddress(one: HeadOfNote, other: HeadOfNote): string {
  const [from, to] = one.size <= other.size ? [one, other] : [other, one];
  return `/evidence/growth?from=${from.size}&fromRoot=${from.root}&to=${to.size}&toRoot=${to.root}`;
}

function roundTable(verdict: FileVerdict, rounds: readonly ShownRound[]): HTMLElement {
  const heads = (['site', 'guard', 'route', 'started', 'ended', 'scanned'] as const).map((key) =>
    el('th', { scope: 'col' }, say(key)),
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
    say('list'),
    el(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': say('list') },
      el('table', {}, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows)),
    ),
    rest > 0 ? el('p', {}, say('listMore', { count: number(rest) })) : null,
  );
}
