// The viewer's choice of light, dark or the system's. A cookie holds it, because signing out empties local storage.
import { applyColorScheme, type ColorScheme } from '../ui/theme/theme.ts';
import { cookieIn } from './cookies.ts';

const cookieName = 'watchpost-scheme';
const yearSeconds = 31_536_000;

export function storedColorScheme(): ColorScheme {
  const value = cookieIn(document.cookie, cookieName);
  return value === 'light' || value === 'dark' ? value : 'system';
}

export function chooseColorScheme(scheme: ColorScheme): void {
  document.cookie = `${cookieName}=${scheme}; path=/; max-age=${yearSeconds}; SameSite=Lax`;
  applyColorScheme(scheme);
}

/** What is on screen now: the choice, or the system's where none was made. */
export function isDarkNow(scheme: ColorScheme): boolean {
  return (
    scheme === 'dark' || (scheme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  );
}
