// The texts of a screen in the language of its browser: it has no one who would choose one.
import { enDisplay } from '../../labels/en-display.ts';
import { hiDisplay } from '../../labels/hi-display.ts';
import { mrDisplay } from '../../labels/mr-display.ts';

type Key = keyof typeof enDisplay;

const languages: Readonly<Record<string, Readonly<Record<Key, string>>>> = {
  en: enDisplay,
  hi: hiDisplay,
  mr: mrDisplay,
};

export const screenLanguage = (): string => {
  const wanted = navigator.language.slice(0, 2).toLowerCase();
  return wanted in languages ? wanted : 'en';
};

export function words(key: Key, seconds = 0): string {
  const texts = languages[screenLanguage()] ?? enDisplay;
  return texts[key].replace('{seconds}', String(seconds));
}
