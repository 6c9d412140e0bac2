// Which screen is shown: in the address, so that the phone's back button goes back.
import { useSyncExternalStore } from 'react';

const screens = [
  'home',
  'signin',
  'round',
  'scan',
  'type',
  'position',
  'end',
  'answer',
  'leave',
  'orders',
  'incident',
  'sos',
  'settings',
  'outbox',
] as const;
export type Screen = (typeof screens)[number];

const screenNow = (): Screen => {
  const name = window.location.hash.slice(2);
  return screens.find((screen) => screen === name) ?? 'home';
};

export const useScreen = (): Screen =>
  useSyncExternalStore((listener) => {
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  }, screenNow);

/** Screens on the way back from the present one, the nearest last. Each is there once: anyone who goes to one of them goes back. */
function wayBack(): readonly Screen[] {
  const state: unknown = window.history.state;
  const stored: unknown =
    typeof state === 'object' && state !== null && 'before' in state ? state.before : [];
  const names: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return names.flatMap((name) => screens.find((screen) => screen === name) ?? []);
}

/** Browsers go back in their own time, and a second press in the meantime would go too far. */
let isGoingBack = false;
/** One that does not go back within this time never will. */
const goesBackWithinMs = 2_000;

function notify(): void {
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Whether the screen is on the way back. */
function goBackTo(screen: Screen): boolean {
  const before = wayBack();
  const at = before.lastIndexOf(screen);
  if (at < 0) return false;
  if (isGoingBack) return true;
  isGoingBack = true;
  const went = new AbortController();
  const timer = setTimeout(() => {
    went.abort();
    isGoingBack = false;
    window.history.replaceState({ before: before.slice(0, at) }, '', `#/${screen}`);
    notify();
  }, goesBackWithinMs);
  const arrive = () => {
    clearTimeout(timer);
    isGoingBack = false;
  };
  window.addEventListener('popstate', arrive, { once: true, signal: went.signal });
  window.history.go(at - before.length);
  return true;
}

/** The present address names this screen, and leads back as before. */
export function rename(screen: Screen): void {
  if (screenNow() === screen) return;
  window.history.replaceState(window.history.state, '', `#/${screen}`);
  notify();
}

/** How often the guard has gone to a screen. */
let moves = 0;

/** For what leads onward after something that takes its time: it does so unless the guard has gone elsewhere in the meantime. */
export function fromHere(): (onward: () => void) => void {
  const left = moves;
  return (onward) => {
    if (moves === left) onward();
  };
}

/** Back where it is on the way; nothing is above the first screen. */
export function goTo(screen: Screen): void {
  moves += 1;
  const now = screenNow();
  if (goBackTo(screen) || screen === now) return;
  if (screen === 'home') {
    rename(screen);
    return;
  }
  window.history.pushState({ before: [...wayBack(), now] }, '', `#/${screen}`);
  notify();
}

/** Without leaving the present screen to come back to. */
export function replaceWith(screen: Screen): void {
  if (!goBackTo(screen)) rename(screen);
}

/** Links to screens go the same ways. */
export function followLinks(): void {
  window.addEventListener('popstate', () => (moves += 1));
  document.addEventListener('click', (event) => {
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    if (!isPlain || event.defaultPrevented || link === null) return;
    const name = link.getAttribute('href')?.slice(2);
    const screen = screens.find((each) => each === name);
    if (screen === undefined) return;
    event.preventDefault();
    goTo(screen);
  });
}
