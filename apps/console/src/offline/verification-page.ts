// The page that checks evidence files: opened from a disk by anybody, it calls no one.
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import { checkFile } from '@watchpost/domain/evidence/file-lines';
import { findHeadNote } from '@watchpost/domain/evidence/head-note';
import { parseSavedHeads, parsePublishedKeys } from '@watchpost/domain/evidence/saved-head-files';
import type { SavedHead } from '@watchpost/domain/evidence/saved-heads';
import { el } from './elements.ts';
import { fileField } from './file-field.ts';
import { hasAny, type RoundEntry } from './related-view.ts';
import { pasteField } from './paste-field.ts';
import type { RoundScans } from './scans-view.ts';
import { chooseLanguage, language, languageNames, pageText } from './texts.ts';
import { type Checked, verdictView } from './verdict-view.ts';

/** Of the list at the end; all are checked. */
const roundsShown = 200;

interface Shown {
  readonly file: File | null;
  readonly saved: readonly File[];
  /** From a mail. */
  readonly pasted: string;
  /** What became of it; a text says why nothing did. */
  readonly outcome: Checked | string | null;
}

let shown: Shown = { file: null, saved: [], pasted: '', outcome: null };
let run = 0;

const main = el('main');
const result = el('div', { class: 'result', 'aria-live': 'polite' });
document.body.append(main);

function draw(): void {
  document.documentElement.lang = language();
  document.title = pageText('heading');
  const select = el('select', { 'aria-label': pageText('language') });
  for (const [value, name] of Object.entries(languageNames)) {
    const option = el('option', { value, lang: value }, name);
    option.selected = value === language();
    select.append(option);
  }
  select.addEventListener('change', () => {
    chooseLanguage(select.value);
    draw();
    main.querySelector('select')?.focus();
  });
  main.replaceChildren(
    el(
      'header',
      {},
      el('div', { class: 'brand' }, 'Watchpost', select),
      el('h1', {}, pageText('heading')),
      el('p', { class: 'muted' }, pageText('intro')),
    ),
    fields(),
    result,
  );
  drawResult();
}

function fields(): HTMLElement {
  return el(
    'div',
    { class: 'beside fields' },
    fileField({
      label: pageText('choose'),
      hint: pageText('chooseHint'),
      pick: pageText('pick'),
      names: shown.file === null ? [] : [shown.file.name],
      isMultiple: false,
      onFiles: ([file]) => void start({ ...shown, file: file ?? null }),
    }),
    fileField({
      label: pageText('keep'),
      hint: pageText('keepHint'),
      pick: pageText('pickMany'),
      names: shown.saved.map(({ name }) => name),
      isMultiple: true,
      onFiles: (savedHeadsView) => void start({ ...shown, saved: savedHeadsView }),
    }),
    pasteField({
      label: pageText('paste'),
      hint: pageText('pasteHint'),
      text: shown.pasted,
      onText: (pasted) => void start({ ...shown, pasted }, false),
    }),
  );
}

function drawResult(): void {
  const { outcome } = shown;
  if (outcome === null) result.replaceChildren();
  else if (typeof outcome === 'string') {
    result.replaceChildren(
      el('div', { class: 'banner bad', 'data-verdict': 'unread' }, el('p', {}, outcome)),
    );
  } else result.replaceChildren(...verdictView(outcome));
}

/** Anyone who types goes on typing. */
async function start(next: Shown, takesFocus = true): Promise<void> {
  run += 1;
  const own = run;
  shown = { ...next, outcome: null };
  drawResult();
  const outcome = await check(shown, (percent) => {
    if (own === run) drawProgress(percent);
  }).catch(unread);
  if (own !== run) return;
  shown = { ...shown, outcome };
  drawResult();
  if (takesFocus) result.querySelector('h2')?.focus();
}

function drawProgress(percent: number): void {
  const texts = pageText('reading', { file: shown.file?.name ?? '', percent });
  result.replaceChildren(
    el('progress', { max: '100', value: String(percent), 'aria-label': texts }),
    el('p', {}, texts),
  );
}

/** A file may go or change between being chosen and being read. */
class UnreadFile extends Error {}

async function reading<Read>({ name }: File, read: Promise<Read>): Promise<Read> {
  try {
    return await read;
  } catch (cause) {
    throw new UnreadFile(name, { cause });
  }
}

function unread(error: unknown): string {
  if (error instanceof UnreadFile) return pageText('unread', { file: error.message });
  throw error;
}

async function check(
  { file, saved, pasted }: Shown,
  onPercent: (percent: number) => void,
): Promise<Checked | string | null> {
  const heads: SavedHead[] = [];
  const trusted: string[] = [];
  for (const each of saved) {
    const text = await reading(each, each.text());
    const head = parseSavedHeads(text);
    const keys = parsePublishedKeys(text);
    if (head === null && keys === null) return pageText('unknownKept', { file: each.name });
    if (head !== null) heads.push(head);
    trusted.push(...(keys ?? []));
  }
  if (pasted.trim() !== '') {
    const note = findHeadNote(pasted);
    if (note === null) return pageText('unknownPaste');
    heads.push({ note });
  }
  if (file === null) return null;
  const rounds: ShownRound[] = [];
  const scans: RoundScans[] = [];
  const entries: RoundEntry[] = [];
  let entryCount = 0;
  let isNewer = false;
  const hasTrustedKeys = trusted.length > 0;
  const verdict = await checkFile(bytesOf(file, onPercent), {
    saved: heads,
    trustedKeys: hasTrustedKeys ? trusted : undefined,
    onNewer: () => {
      isNewer = true;
    },
    onRound: (round, related, scansOfIt, lateAtMs) => {
      if (rounds.length < roundsShown) {
        rounds.push(round);
        scans.push({ round, scans: scansOfIt, lateAtMs });
      }
      if (!hasAny(related)) return;
      entryCount += 1;
      if (entries.length < roundsShown) entries.push({ round, related });
    },
  });
  if (verdict === null) return pageText(isNewer ? 'newer' : 'unreadable', { file: file.name });
  return {
    fileName: file.name,
    atMs: Date.now(),
    verdict,
    rounds,
    scans,
    entries,
    entryCount,
    hasTrustedKeys,
  };
}

async function* bytesOf(file: File, onPercent: (percent: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let read = 0;
  for (;;) {
    onPercent(Math.floor((read / Math.max(1, file.size)) * 100));
    const { done, value } = await reading(file, reader.read());
    if (done) return;
    read += value.length;
    yield value;
  }
}

// A file dropped beside a field would be opened in the page's place.
for (const name of ['dragover', 'drop'] as const) {
  document.addEventListener(name, (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  });
}
chooseLanguage(navigator.language.slice(0, 2));
draw();
