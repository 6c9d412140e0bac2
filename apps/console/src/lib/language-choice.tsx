// Languages are named in their own letters, which not every machine has.
import '@fontsource/noto-sans-devanagari/devanagari-400.css';
import { languageNames, languages } from '@watchpost/domain/languages';
import { toasts } from '../ui/feedback/toasts.ts';
import { currentLanguage, t } from './labels.ts';
import { chooseLanguage } from './language.ts';
import styles from './language-choice.module.css';

/** Every language in its own words, for anyone who is not signed in; draw it again with useLanguage(). */
export function LanguageChoice() {
  return (
    <fieldset aria-label={t('shell.language')} className={styles.choice}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.language}
          aria-pressed={language === currentLanguage()}
          onClick={() =>
            void chooseLanguage(language).catch(() => toasts.error({ text: t('error.unreachable') }))
          }
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  );
}
