// The languages that the product speaks, and how each writes dates and numbers (SHELL-07).

export const languages = ['en', 'hi', 'mr'] as const;
export type Language = (typeof languages)[number];

/**
 * BCP 47 tags for Intl. Hindi and Marathi take Latin digits, as guard companies in India write ids, times and counts,
 * and as the tenant's date format, exports and identifiers have them: one screen never mixes two kinds.
 */
const locales: Readonly<Record<Language, string>> = {
  en: 'en-US',
  hi: 'hi-IN-u-nu-latn',
  mr: 'mr-IN-u-nu-latn',
};

/** Each language's name in itself, so that the person who reads no other finds it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी', mr: 'मराठी' };

/** The language of a BCP 47 tag such as hi-IN; undefined for one that the product does not speak. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  const base = tag?.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language === base);
}

export const localeOf = (language: Language): string => locales[language];

export interface LanguageChoices {
  /** Stored with the account. */
  readonly user: string | null | undefined;
  /** Chosen earlier in this browser. */
  readonly browser: string | null | undefined;
  /** The tenant's setting. */
  readonly tenant: string | null | undefined;
  /** What the browser itself prefers, the first first. */
  readonly preferred: readonly string[];
}

/** The language to speak: the nearest wish that can be met. */
export function spokenLanguage({ user, browser, tenant, preferred }: LanguageChoices): Language {
  const choices = [user, browser, tenant, ...preferred];
  for (const choice of choices) {
    const language = languageOf(choice);
    if (language !== undefined) return language;
  }
  return languages[0];
}
