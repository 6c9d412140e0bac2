// Which language the console speaks, who may say so, and how it is put in place at once (SHELL-07).
import { saveLanguage } from '@watchpost/contract/profile';
import { type Language, languageOf, localeOf, spokenLanguage } from '@watchpost/domain/languages';
import type { Messages } from '@watchpost/domain/messages';
import first from '../labels/en.json?first';
import { call } from './api-client.ts';
import { cookieIn } from './cookies.ts';
import { session } from './current-session.ts';
import { currentLanguage, speakLanguage } from './labels.ts';

/**
 * The last choice made in this browser. A cookie, because signing out empties local storage; the account's own choice
 * lies there as LANGUAGE while somebody is signed in.
 */
const cookieName = 'watchpost-language';
const yearSeconds = 31_536_000;
/** In session storage: chosen in this tab before signing in, so it becomes the account's on signing in. */
const awaitingKey = 'LANGUAGE_CHOSEN';

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Messages>>> = {
  hi: async () => (await import('../labels/hi.json?translation')).default,
  mr: async () => (await import('../labels/mr.json?translation')).default,
};

let english: Messages = first;
let hasAreaTexts = false;

/** Texts that come with code of their own; the other languages always come whole. */
export function addEnglish(texts: Messages): void {
  english = { ...english, ...texts };
  if (currentLanguage() === 'en') speakLanguage('en', localeOf('en'), english);
}

/** Resolves once the texts of every area are here; the other languages always come whole. Throws where they cannot be fetched. */
export async function loadAreaTexts(): Promise<void> {
  if (hasAreaTexts) return;
  const [areas, details] = await Promise.all([
    import('../labels/en.json?areas'),
    import('../labels/en.json?details'),
  ]);
  hasAreaTexts = true;
  addEnglish({ ...areas.default, ...details.default });
}

let writeDatesIn: ((language: Language) => void) | undefined;
let lastRequest = 0;

/**
 * Speaks a language once its texts are here; a later wish goes before an earlier one that is still loading, which resolves
 * with false.
 */
export async function speak(language: Language): Promise<boolean> {
  lastRequest += 1;
  const request = lastRequest;
  if (language === currentLanguage()) return true;
  let texts = english;
  if (language !== 'en') {
    const [loaded, dates] = await Promise.all([loaders[language](), import('./devanagari.ts')]);
    texts = loaded;
    writeDatesIn = dates.writeDatesIn;
  }
  if (request !== lastRequest) return false;
  writeDatesIn?.(language);
  speakLanguage(language, localeOf(language), texts);
  document.documentElement.lang = language;
  return true;
}

let tenantLanguage: Language | null = null;

export function chosenLanguage(): Language {
  return spokenLanguage({
    user: session.language(),
    browser: cookieIn(document.cookie, cookieName),
    tenant: session.tenantConfig('language') ?? tenantLanguage,
    preferred: navigator.languages,
  });
}

/** What the sign-in page hears of the tenant, which is nothing while it has chosen no language. */
export function takeTenantLanguage(language: Language | null): void {
  tenantLanguage = language;
  follow();
}

/** Choices whose texts are on their way. */
let choosing = 0;

/**
 * A language whose texts cannot be fetched just now is left for the next time; what is there stays readable. What somebody is
 * choosing at this moment goes before what the tenant, another tab or the account has to say.
 */
function follow(): void {
  if (choosing > 0) return;
  void speak(chosenLanguage()).catch(() => {});
}

let otherTabs: BroadcastChannel | undefined;

/** Keeps to the wishes as they change: here, in other tabs, by signing in and out, and by the tenant. */
export function followLanguage(): void {
  session.subscribe(() => {
    saveAwaited();
    follow();
  });
  otherTabs = new BroadcastChannel(cookieName);
  otherTabs.onmessage = follow;
}

/** Remembers the choice in this browser and with the account. Throws where the texts cannot be fetched. */
export async function chooseLanguage(language: Language): Promise<void> {
  choosing += 1;
  const isLast = await speak(language)
    .finally(() => {
      choosing -= 1;
    })
    .catch((error: unknown) => {
      // What came in the meantime was not heard.
      follow();
      throw error;
    });
  if (!isLast) return;
  document.cookie = `${cookieName}=${language}; path=/; max-age=${yearSeconds}; SameSite=Lax`;
  if (session.isSignedIn()) await save(language);
  else window.sessionStorage.setItem(awaitingKey, language);
  otherTabs?.postMessage(language);
}

let lastSaved: Language | undefined;

async function save(language: Language): Promise<void> {
  lastSaved = language;
  session.saveLanguage(language);
  await call(saveLanguage, { body: { language } });
  // An answer of before it was saved may have been stored since.
  if (lastSaved === language && session.isSignedIn() && session.language() !== language)
    session.saveLanguage(language);
}

function saveAwaited(): void {
  const awaited = session.isSignedIn() ? window.sessionStorage.getItem(awaitingKey) : null;
  if (awaited === null) return;
  window.sessionStorage.removeItem(awaitingKey);
  const language = languageOf(awaited);
  // The console tells of a failure itself.
  if (language !== undefined && language !== session.language()) void save(language).catch(() => {});
}
