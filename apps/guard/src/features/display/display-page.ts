// The page of a screen at a checkpoint: pairs once, then shows the code of the moment, with a network or without
// (FIELD-03). Plain script, for screens whose browser is old.
import { screenClockMaxMs } from '@watchpost/domain/rotating-codes';
import { screenLanguage, screenText } from './display-texts.ts';
import { forgetScreen, saveScreen, readSavedScreen, type SavedScreen } from './saved-screen.ts';
import { check, pair } from './screen-server.ts';
import { codeAt, drawCode, restOfStep, typedText } from './shown-code.ts';

const tickMs = 1_000;
const checkEveryMs = 300_000;

export function startDisplay(root: HTMLElement): void {
  document.documentElement.lang = screenLanguage();
  document.title = screenText('title');
  const screen = readSavedScreen();
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
    screenText('company'),
    'company',
    new URLSearchParams(location.search).get('company') ?? '',
  );
  const code = field(screenText('code'), 'code', '');
  const form = document.createElement('form');
  form.className = 'pairing';
  const problem = element('p', 'problem', notice);
  problem.setAttribute('role', 'alert');
  const button = element('button', 'button', screenText('pair'));
  for (const part of [element('h1', 'title', screenText('title')), element('p', 'text', screenText('ask'))]) {
    form.appendChild(part);
  }
  for (const part of [company.box, code.box, problem, button]) form.appendChild(part);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const slug = company.input.value.trim().toLowerCase();
    void pair(slug, code.input.value).then((answer) => {
      if (answer.kind !== 'done') {
        problem.textContent = screenText(problemOf(answer));
        return;
      }
      const { serverTimeMs, ...paired } = answer.reply;
      const screen = { ...paired, company: slug, offsetMs: serverTimeMs - Date.now() };
      saveScreen(screen);
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
  readonly codeArea: HTMLElement;
  readonly bar: HTMLProgressElement;
  readonly typed: HTMLElement;
  readonly notice: HTMLElement;
}

function layOut(root: HTMLElement, checkpointName: string): Parts {
  const bar = document.createElement('progress');
  bar.max = 1;
  const notice = element('p', 'notice');
  notice.setAttribute('role', 'status');
  const parts = { codeArea: element('div', 'place'), bar, typed: element('p', 'typed'), notice };
  const head = [element('h1', 'title', checkpointName), element('p', 'text', screenText('scan'))];
  fill(root, [...head, parts.codeArea, bar, parts.typed, notice]);
  return parts;
}

function showCodes(root: HTMLElement, paired: SavedScreen): void {
  let screen = paired;
  let shownStep = -1;
  /** Both clocks run alike; when they do not, somebody set the one that can be set. */
  let between = Date.now() - performance.now();
  const { codeArea, bar, typed, notice } = layOut(root, screen.checkpointName);
  const draw = (now: number) => {
    bar.value = restOfStep(screen, now);
    const { step, text } = codeAt(screen, now);
    if (step === shownStep) return;
    shownStep = step;
    fill(codeArea, [drawCode(text)]);
    typed.textContent = `${screenText('typed')} ${typedText(text)}`;
  };
  const tick = () => {
    const now = Date.now();
    if (Math.abs(now - performance.now() - between) > screenClockMaxMs) {
      between = now - performance.now();
      notice.textContent = screenText('jumped');
      void ask();
    }
    draw(now);
  };
  const end = () => {
    for (const timer of timers) clearInterval(timer);
    forgetScreen();
    askForCode(root, screenText('ended'));
  };
  const ask = async () => {
    const answer = await check(screen.company, screen.screenId);
    if (answer.kind !== 'done') {
      if (notice.textContent === '') notice.textContent = screenText('offline');
    } else if (answer.reply.isInUse) {
      const offsetMs = answer.reply.serverTimeMs - Date.now();
      screen = { ...screen, offsetMs };
      saveScreen(screen);
      notice.textContent = clockText(offsetMs);
      draw(Date.now());
    } else end();
  };
  const timers = [setInterval(tick, tickMs), setInterval(() => void ask(), checkEveryMs)];
  tick();
  void ask();
  void stayAwake(notice);
}

const clockText = (offsetMs: number): string =>
  Math.abs(offsetMs) > screenClockMaxMs
    ? screenText('clock', { seconds: String(Math.round(Math.abs(offsetMs) / 1_000)) })
    : '';

/** In place of what was there, without what browsers of 2018 have not. */
function fill(area: HTMLElement, parts: readonly Element[]): void {
  area.textContent = '';
  for (const part of parts) area.appendChild(part);
}

/** Asked for again whenever the page is seen again; browsers let go of it when it is not. */
async function stayAwake(notice: HTMLElement): Promise<void> {
  if (!('wakeLock' in navigator)) {
    if (notice.textContent === '') notice.textContent = screenText('sleeps');
    return;
  }
  const keepAwake = async () => {
    try {
      if (document.visibilityState === 'visible') await navigator.wakeLock.request('screen');
    } catch {
      // Refused on battery: the screen's own settings decide.
    }
  };
  document.addEventListener('visibilitychange', () => void keepAwake());
  await keepAwake();
}
