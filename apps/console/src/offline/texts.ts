// Words of the page that checks evidence files, in the language that was chosen there.
import { type Messages, type MessageValues, type ValuesOf, writeMessage } from '@watchpost/domain/messages';
import type labels from '../labels/en.json';
import en from '../labels/en.json?verification';
import hi from '../labels/hi.json?verification';
import mr from '../labels/mr.json?verification';
import type { LabelParameters } from '../labels/parameters.d.ts';

type Unprefixed<Key> = Key extends `verification.${infer Own}` ? Own : never;
/** A text of this page alone. */
export type TextKey = Unprefixed<keyof (typeof labels)['verification']>;

const catalogues: Readonly<Record<string, Messages>> = { en, hi, mr };
export const languageNames: Readonly<Record<string, string>> = { en: 'English', hi: 'हिन्दी', mr: 'मराठी' };

let chosen = 'en';

export function language(): string {
  return chosen;
}

/** Another than the three is English. */
export function chooseLanguage(name: string): void {
  chosen = Object.hasOwn(catalogues, name) ? name : 'en';
}

export function pageText<Key extends TextKey>(
  key: Key,
  ...[values]: ValuesOf<LabelParameters, `verification.${Key}`>
): string {
  return textOf(`verification.${key}`, values) ?? key;
}

/** Of this page, and of what the product says of the same things; undefined where there is no such text. */
export function textOf(key: string, values: MessageValues = {}): string | undefined {
  const message = Object.hasOwn(en, key) ? (catalogues[chosen] ?? en)[key] : undefined;
  return message === undefined ? undefined : writeMessage(message, values, languageTag());
}

export function isText(key: string): key is TextKey {
  return Object.hasOwn(en, `verification.${key}`);
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
