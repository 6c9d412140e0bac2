// Visible text by key, in the language of now; the key itself where a text is missing (SHELL-06).
import { useSyncExternalStore } from 'react';
import { defaultLanguage, defaultUiLocale } from '@watchpost/domain/limits';
import {
  type Message,
  type Messages,
  type MessageValues,
  type ValuesOf,
  writeMessage,
} from '@watchpost/domain/messages';
import type labels from '../labels/en.json';
import first from '../labels/en.json?first';
import type { LabelParameters } from '../labels/parameters.d.ts';

/** Sections whose texts are looked up otherwise: what the server says, fields of the audit log, the page that checks files. */
type Apart = 'failures' | 'fields' | 'verification';
type KeyOf<Section> = Section extends object ? keyof Section & string : never;
export type LabelKey = KeyOf<(typeof labels)[Exclude<keyof typeof labels, Apart>]>;

let language: string = defaultLanguage;
let locale: string = defaultUiLocale.replace('_', '-');
let texts: Messages = first;
const listeners = new Set<() => void>();

/** Speaks another language from now on; `uiLocale` is a BCP 47 tag for dates and numbers. */
export function speakLanguage(newLanguage: string, uiLocale: string, newTexts: Messages): void {
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

function messageOf(key: string): Message | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** The text of a key that is only known while running, e.g. a menu label; the key itself when there is none. */
export function translate(key: string, values: MessageValues = {}): string {
  const message = messageOf(key);
  return message === undefined ? key : writeMessage(message, values, locale);
}

/** The text of a key, its values checked by the compiler. */
export function t<Key extends LabelKey>(key: Key, ...[values]: ValuesOf<LabelParameters, Key>): string {
  return translate(key, values);
}

/**
 * What the server said of a failure, in the language of now: a key of the form where it names one, else by its code,
 * else as it is. Names that the server lists follow a colon.
 */
export function failureText({ code, message }: { readonly code: string; readonly message: string }): string {
  const names = message.slice(message.indexOf(': ') + 2);
  const own = messageOf(message) ?? messageOf(`failure.${code}`);
  return own === undefined ? message : writeMessage(own, { names }, locale);
}
