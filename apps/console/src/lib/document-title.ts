// The title of the browser's tab: the page's own, and in turn with it what must not be overlooked.

const alternateMs = 1_000;

let page = '';
let alarm: string | null = null;
let timer = 0;

/** Those who want no motion have both at once. */
const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function show(): void {
  window.clearInterval(timer);
  if (alarm === null) {
    document.title = page;
    return;
  }
  const text = alarm;
  if (isStill()) {
    document.title = page === '' ? text : `${text} · ${page}`;
    return;
  }
  document.title = text;
  timer = window.setInterval(() => {
    document.title = document.title === text ? page : text;
  }, alternateMs);
}

export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** Null where there is nothing to be alarmed about. */
export function setTitleAlarm(text: string | null): void {
  if (text === alarm) return;
  if (alarm === null && page === '') page = document.title;
  alarm = text;
  show();
}
