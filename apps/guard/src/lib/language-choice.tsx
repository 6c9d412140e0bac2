import { languageNames, languages } from '@watchpost/domain/languages';
import { Choice } from '../ui/fields.tsx';
import { currentLanguage, speak, t } from './labels.ts';

const storageKey = 'watchpost-guard-language';

/** Chosen on this phone earlier; null also where the browser lets nothing be stored. */
export function languageChosen(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function LanguageChoice() {
  return (
    <Choice
      label={t('settings.language')}
      value={currentLanguage()}
      options={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChoose={(language) => {
        // What cannot be fetched just now is left for the next time.
        void speak(language).catch(() => {});
        window.localStorage.setItem(storageKey, language);
      }}
    />
  );
}
