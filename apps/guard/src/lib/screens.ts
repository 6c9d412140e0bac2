// Which screen is shown: in the address, so that the phone's back button goes back.
import { useSyncExternalStore } from 'react';

const screens = [
  'home',
  'signin',
  'round',
  'scan',
  'type',
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

export function goTo(screen: Screen): void {
  window.location.hash = `#/${screen}`;
}

/** Without leaving the present screen to come back to. */
export function replaceWith(screen: Screen): void {
  window.location.replace(`#/${screen}`);
}
