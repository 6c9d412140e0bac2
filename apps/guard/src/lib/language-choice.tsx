import { languageNames, languages } from '@watchpost/domain/languages';
import { Choice } from '../ui/fields.tsx';
import { saveText, readText } from './saved-text.ts';
import { currentLanguage, speak, t } from './labels.ts';

const storageKey = 'watchpost-guard-language';

/** Chosen on this phone earlier. */
export const languageChosen = (): string | null => readText(storageKey);

export function LanguageChoice() {
  return (
    <Choice
      label={t('settings.language')}
      value={currentLanguage()}
      options={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChoose={(language) => {
        // What cannot be fetched just now is left for the next time.
        void speak(language).catch(() => {});
        saveText(storageKey, language);
      }}
    />
  );
}
