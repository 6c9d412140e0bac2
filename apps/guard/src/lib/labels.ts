// Visible text by key, in the language that the guard chose (SHELL-06).
import { useSyncExternalStore } from 'react';
import { type Language, localeOf } from '@watchpost/domain/languages';
import { type Messages, type MessageValues, type ValuesOf, writeMessage } from '@watchpost/domain/messages';
import type labels from '../labels/en.json';
import en from '../labels/en.json?app';
import type { LabelParameters } from '../labels/parameters.d.ts';

type KeyOf<Section> = Section extends object ? keyof Section & string : never;
export type LabelKey = KeyOf<(typeof labels)[Exclude<keyof typeof labels, 'display'>]>;

let language: Language = 'en';
let texts: Messages = en;
const listeners = new Set<() => void>();

const others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Messages>>> = {
  hi: async () => (await import('../labels/hi.json?app')).default,
  mr: async () => (await import('../labels/mr.json?app')).default,
};

let lastRequest = 0;

/** Speaks a language once its texts are here; a later wish goes before an earlier one that still loads. Throws where they cannot be had. */
export async function speak(wanted: Language): Promise<void> {
  lastRequest += 1;
  const request = lastRequest;
  let next: Messages = en;
  if (wanted !== 'en') [next] = await Promise.all([others[wanted](), import('./devanagari.ts')]);
  if (request !== lastRequest) return;
  language = wanted;
  texts = next;
  document.documentElement.lang = wanted;
  for (const listener of listeners) listener();
}

export const currentLanguage = (): Language => language;
export const currentLocale = (): string => localeOf(language);

/** Draws the component, and what it contains, again when the language changes. */
export const useLanguage = (): Language =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentLanguage);

/** The text of a key that comes with its values, as a doubt does. */
export function translate(key: LabelKey, values: MessageValues = {}): string {
  return writeMessage(texts[key] ?? key, values, currentLocale());
}

/** The text of a key, its values checked by the compiler. */
export function t<Key extends LabelKey>(key: Key, ...[values]: ValuesOf<LabelParameters, Key>): string {
  return translate(key, values);
}
