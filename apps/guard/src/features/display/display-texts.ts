// The texts of a screen in the language of its browser: no one is there to choose one.
import { type Messages, type ValuesOf, writeMessage } from '@watchpost/domain/messages';
import type labels from '../../labels/en.json';
import en from '../../labels/en.json?display';
import hi from '../../labels/hi.json?display';
import mr from '../../labels/mr.json?display';
import type { LabelParameters } from '../../labels/parameters.d.ts';

type Unprefixed<Key> = Key extends `display.${infer Own}` ? Own : never;
type TextKey = Unprefixed<keyof (typeof labels)['display']>;

const languages: Readonly<Record<string, Messages>> = { en, hi, mr };

export const screenLanguage = (): string => {
  const language = navigator.language.slice(0, 2).toLowerCase();
  return language in languages ? language : 'en';
};

export function screenText<Key extends TextKey>(
  key: Key,
  ...[values]: ValuesOf<LabelParameters, `display.${Key}`>
): string {
  const language = screenLanguage();
  return writeMessage((languages[language] ?? en)[`display.${key}`] ?? key, values ?? {}, language);
}
