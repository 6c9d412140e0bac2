// Visible text by key: placeholders, plurals, and the key itself where a text is missing (SHELL-06).
import { useSyncExternalStore } from 'react';
import { defaultLanguage, defaultUiLocale } from '@watchpost/domain/limits';
import type { en } from '../labels/en.ts';
import { enFirst } from '../labels/en-first.ts';

type Catalogue = typeof en;
type RawKey = keyof Catalogue & string;
type PluralSuffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type PluralBase = RawKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : never) : never;
/** A text of its own, or the base of a plural (`rows` for `rows_one` and `rows_other`). */
export type LabelKey = Exclude<RawKey, `${string}${PluralSuffix}`> | PluralBase;

/** Asked of the catalogue and not of the union of its keys, whose comparison outgrows the compiler. */
type TextOf<Key extends LabelKey> =
  Catalogue extends Readonly<Record<Key, infer Text>>
    ? Text
    : Catalogue extends Readonly<Record<`${Key}_other`, infer Text>>
      ? Text
      : never;
type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type Values<Key extends LabelKey> = (Key extends PluralBase ? { readonly count: number } : unknown) &
  Readonly<Record<Placeholder<TextOf<Key>>, string | number>>;
type Rest<Key extends LabelKey> = [Placeholder<TextOf<Key>>] extends [never]
  ? Key extends PluralBase
    ? [values: Values<Key>]
    : []
  : [values: Values<Key>];

/** Texts of a language; what it lacks shows its key. */
export type LanguageTexts = Readonly<Record<string, string>>;

let language: string = defaultLanguage;
let locale: string = defaultUiLocale.replace('_', '-');
let texts: LanguageTexts = enFirst;
const listeners = new Set<() => void>();

/** Speaks another language from now on; `uiLocale` is a BCP 47 tag for dates and numbers. */
export function speakLanguage(newLanguage: string, uiLocale: string, newTexts: LanguageTexts): void {
  language = newLanguage;
  locale = uiLocale;
  texts = newTexts;
  for (const listener of listeners) listener();
}

function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Draws the component, and what it contains, again when the language changes. Whatever is drawn on its own needs it:
 * a page, a memo and what useMemo keeps of texts (as a dependency).
 */
export const useLanguage = (): string => useSyncExternalStore(onLanguage, currentLanguage);

/** Says that what useMemo keeps holds texts of this language, from useLanguage(). */
export const inLanguage = <T>(_language: string, value: T): T => value;

export const currentLanguage = (): string => language;
export const currentLocale = (): string => locale;

function textOf(key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'number' ? value.toLocaleString(locale) : (value ?? whole);
  });
}

/** The text of a key that is only known while running, e.g. a menu label; the key itself when there is none. */
export function translate(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const { count } = values;
  const plural =
    typeof count === 'number' ? textOf(`${key}_${new Intl.PluralRules(locale).select(count)}`) : undefined;
  const text = plural ?? textOf(key) ?? textOf(`${key}_other`);
  return text === undefined ? key : fill(text, values);
}

/** The text of a key, its placeholders checked by the compiler. Numbers are written as the locale does. */
export function t<Key extends LabelKey>(key: Key, ...[values]: Rest<Key>): string {
  return translate(key, values);
}

/**
 * What the server said of a failure, in the language of now: a key of the form where it names one, else by its code,
 * else as it stands. Names that the server tells follow a colon.
 */
export function failureWords({ code, message }: { readonly code: string; readonly message: string }): string {
  const names = message.slice(message.indexOf(': ') + 2);
  return textOf(message) ?? textOf(`failure.${code}`)?.replace('{names}', () => names) ?? message;
}
