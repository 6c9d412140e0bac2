// Words of the page that checks evidence files, in the language that was chosen there.
import { en, type TextKey, type Texts } from './texts-en.ts';
import { hi } from './texts-hi.ts';
import { mr } from './texts-mr.ts';

export const catalogues: Readonly<Record<string, Texts>> = { en, hi, mr };
export const languageNames: Readonly<Record<string, string>> = { en: 'English', hi: 'हिन्दी', mr: 'मराठी' };

let chosen = 'en';

export function language(): string {
  return chosen;
}

/** Another than the three is English. */
export function chooseLanguage(name: string): void {
  chosen = Object.hasOwn(catalogues, name) ? name : 'en';
}

export function say(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return filled((catalogues[chosen] ?? en)[key], values);
}

/** The text with its places filled in; places without a value stay. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

export function isText(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}

/** With Latin digits, as the rest of the product writes them. */
export const languageTag = (): string => (chosen === 'en' ? 'en-GB' : `${chosen}-IN-u-nu-latn`);

export const number = (value: number): string => value.toLocaleString(languageTag());

/** By the clocks of a zone, which is named. */
export function moment(atMs: number, zone?: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'long' } as const;
  try {
    const text = new Intl.DateTimeFormat(languageTag(), { ...options, timeZone: zone }).format(atMs);
    // Intl writes [GMT]-5 in Marathi, as a placeholder of its data.
    return text.replaceAll(/[[\]]/g, '');
  } catch {
    // A file may name any zone and any time.
    return String(atMs);
  }
}
