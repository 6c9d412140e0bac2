// Visible text by key, in the language that the guard chose (SHELL-06).
import { useSyncExternalStore } from 'react';
import { type Language, localeOf } from '@watchpost/domain/languages';
import { en } from '../labels/en.ts';

export type LabelKey = keyof typeof en;
type Texts = Readonly<Record<LabelKey, string>>;
type Values = Readonly<Record<string, string | number>>;

let language: Language = 'en';
let texts: Texts = en;
const listeners = new Set<() => void>();

const others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>> = {
  hi: async () => (await import('../labels/hi.ts')).hi,
  mr: async () => (await import('../labels/mr.ts')).mr,
};

let lastWish = 0;

/** Speaks a language once its texts are here; a later wish goes before an earlier one that still loads. Throws where they cannot be had. */
export async function speak(wanted: Language): Promise<void> {
  lastWish += 1;
  const wish = lastWish;
  let next: Texts = en;
  if (wanted !== 'en') [next] = await Promise.all([others[wanted](), import('./devanagari.ts')]);
  if (wish !== lastWish) return;
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

/** The text of a key, its places filled in; numbers as the language writes them. */
export function t(key: LabelKey, values: Values = {}): string {
  return texts[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'number' ? value.toLocaleString(currentLocale()) : (value ?? whole);
  });
}
