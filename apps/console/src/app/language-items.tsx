// The languages in the profile menu, each in its own words.
// Its words are in letters that not every machine has.
import '@fontsource/noto-sans-devanagari/devanagari-400.css';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { languageNames, languages } from '@watchpost/domain/languages';
import { ApiError } from '../lib/api-error.ts';
import { currentLanguage, t } from '../lib/labels.ts';
import { chooseLanguage } from '../lib/language.ts';
import { toasts } from '../ui/feedback/toasts.ts';
import type { MenuItem } from '../ui/overlays/menu.tsx';

/** A refusal of the server is told by the person who calls it; this is for texts that do not arrive. */
function explain(error: unknown): void {
  if (!(error instanceof ApiError)) toasts.error({ text: t('error.unreachable') });
}

export const languageItems = (): MenuItem[] =>
  languages.map((language, index) => {
    const isChosen = language === currentLanguage();
    return {
      id: `language-${language}`,
      label: languageNames[language],
      lang: language,
      icon: isChosen ? <IconCheck size={18} /> : <IconLanguage size={18} />,
      isChosen,
      startsGroup: index === 0,
      onSelect: () => void chooseLanguage(language).catch(explain),
    };
  });
