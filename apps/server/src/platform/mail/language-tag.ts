import { defaultLanguage } from '@watchpost/domain/limits';

/** The language of a header where it is a tag; anything else counts as none. */
export function languageTag(language: string): string {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(language) ? language : defaultLanguage;
}
