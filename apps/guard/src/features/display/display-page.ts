// The page of a screen at a checkpoint: pairs once, then shows the code of the moment, with a network or without
// (FIELD-03). Plain script, for screens whose browser is old.
import { screenClockMaxMs } from '@watchpost/domain/rotating-codes';
import { screenLanguage, words } from './display-words.ts';
import { forgetScreen, keepScreen, keptScreen, type KeptScreen } from './kept-screen.ts';
import { check, pair } from './screen-server.ts';
import { codeAt, drawCode, restOfStep, typedWords } from './shown-code.ts';

const tickMs = 1_000;
const checkEveryMs = 300_000;

export function startDisplay(root: HTMLElement): void {
  document.documentElement.lang = screenLanguage();
  document.title = words('title');
  const screen = keptScreen();
  if (screen === null) askForCode(root);
  else showCodes(root, screen);
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function field(label: string, name: string, value: string): { box: HTMLElement; input: HTMLInputElement } {
  const box = element('label', 'field', label);
  const input = document.createElement('input');
  input.name = name;
  input.value = value;
  input.autocomplete = 'off';
  input.required = true;
  box.appendChild(input);
  return { box, input };
}

function askForCode(root: HTMLElement, notice = ''): void {
  const company = field(
    words('company'),
    'company',
    new URLSearchParams(location.search).get('company') ?? '',
  );
  const code = field(words('code'), 'code', '');
  const form = document.createElement('form');
  form.className = 'pairing';
  const problem = element('p', 'problem', notice);
  problem.setAttribute('role', 'alert');
  const button = element('button', 'button', words('pair'));
  for (const part of [element('h1', 'title', words('title')), element('p', 'text', words('ask'))]) {
    form.appendChild(part);
  }
  for (const part of [company.box, code.box, problem, button]) form.appendChild(part);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const slug = company.input.value.trim().toLowerCase();
    void pair(slug, code.input.value).then((answer) => {
      if (answer.kind !== 'done') {
        problem.textContent = words(problemOf(answer));
        return;
      }
      const { serverTimeMs, ...paired } = answer.reply;
      const screen = { ...paired, company: slug, offsetMs: serverTimeMs - Date.now() };
      keepScreen(screen);
      showCodes(root, screen);
    });
  });
  fill(root, [form]);
}

const problemOf = (
  answer: { readonly kind: 'refused'; readonly status: number } | { readonly kind: 'away' },
) => {
  if (answer.kind === 'away') return 'away';
  return answer.status === 429 ? 'slow' : 'wrong';
};

interface Parts {
  readonly place: HTMLElement;
  readonly bar: HTMLProgressElement;
  readonly typed: HTMLElement;
  readonly notice: HTMLElement;
}

function layOut(root: HTMLElement, checkpointName: string): Parts {
  const bar = document.createElement('progress');
  bar.max = 1;
  const notice = element('p', 'notice');
  notice.setAttribute('role', 'status');
  const parts = { place: element('div', 'place'), bar, typed: element('p', 'typed'), notice };
  const head = [element('h1', 'title', checkpointName), element('p', 'text', words('scan'))];
  fill(root, [...head, parts.place, bar, parts.typed, notice]);
  return parts;
}

function showCodes(root: HTMLElement, paired: KeptScreen): void {
  let screen = paired;
  let shownStep = -1;
  /** Both clocks run alike; when they do not, somebody set the one that can be set. */
  let between = Date.now() - performance.now();
  const { place, bar, typed, notice } = layOut(root, screen.checkpointName);
  const draw = (now: number) => {
    bar.value = restOfStep(screen, now);
    const { step, text } = codeAt(screen, now);
    if (step === shownStep) return;
    shownStep = step;
    fill(place, [drawCode(text)]);
    typed.textContent = `${words('typed')} ${typedWords(text)}`;
  };
  const tick = () => {
    const now = Date.now();
    if (Math.abs(now - performance.now() - between) > screenClockMaxMs) {
      between = now - performance.now();
      notice.textContent = words('jumped');
      void ask();
    }
    draw(now);
  };
  const end = () => {
    for (const timer of timers) clearInterval(timer);
    forgetScreen();
    askForCode(root, words('ended'));
  };
  const ask = async () => {
    const answer = await check(screen.company, screen.screenId);
    if (answer.kind !== 'done') {
      if (notice.textContent === '') notice.textContent = words('offline');
    } else if (answer.reply.isInUse) {
      const offsetMs = answer.reply.serverTimeMs - Date.now();
      screen = { ...screen, offsetMs };
      keepScreen(screen);
      notice.textContent = clockWords(offsetMs);
      draw(Date.now());
    } else end();
  };
  const timers = [setInterval(tick, tickMs), setInterval(() => void ask(), checkEveryMs)];
  tick();
  void ask();
  void stayAwake(notice);
}

const clockWords = (offsetMs: number): string =>
  Math.abs(offsetMs) > screenClockMaxMs
    ? words('clock', { seconds: String(Math.round(Math.abs(offsetMs) / 1_000)) })
    : '';

/** In place of what was there, without what browsers of 2018 have not. */
function fill(place: HTMLElement, parts: readonly Element[]): void {
  place.textContent = '';
  for (const part of parts) place.appendChild(part);
}

/** Asked for again whenever the page is seen again; browsers let go of it when it is not. */
async function stayAwake(notice: HTMLElement): Promise<void> {
  if (!('wakeLock' in navigator)) {
    if (notice.textContent === '') notice.textContent = words('sleeps');
    return;
  }
  const hold = async () => {
    try {
      if (document.visibilityState === 'visible') await navigator.wakeLock.request('screen');
    } catch {
      // Refused on battery: the screen's own settings decide.
    }
  };
  document.addEventListener('visibilitychange', () => void hold());
  await hold();
}
