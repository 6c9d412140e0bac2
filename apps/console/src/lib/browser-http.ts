// The surroundings of a request in the browser: tenant, language, zone, cookie and local state.
import { settingsVersionHeader } from '@watchpost/contract/session';
import { emitAppEvent } from './app-events.ts';
import { cookieIn } from './cookies.ts';
import { session } from './current-session.ts';
import type { HttpSettings } from './http.ts';
import { currentLanguage, failureWords, t } from './labels.ts';
import { currentTenant } from './tenant.ts';
import { viewerZone } from './viewer-zone.ts';

export const browserHttp: HttpSettings = {
  baseUrl: () => `/api/${currentTenant()}`,
  language: currentLanguage,
  timeZone: viewerZone,
  isSignedIn: session.isSignedIn,
  crossSiteToken: () => cookieIn(document.cookie, 'XSRF-TOKEN'),
  wordsOf: failureWords,
  unreachableMessage: () => t('error.unreachable'),
  unreadableMessage: (status) => t('error.unreadable', { status: String(status) }),
  onSessionEnded: (error) => {
    session.clear();
    emitAppEvent('sessionEnded', { message: error.general[0]?.message ?? t('signIn.sessionEnded') });
  },
  onAuthorizeFailure: () => emitAppEvent('authorizeFailure', undefined),
  onAnswer: (response) => {
    const version = response.headers.get(settingsVersionHeader);
    // A refusal may mean that rights were taken away since the menu was stored.
    const isNewer = version !== null && Number(version) !== session.settingsVersion();
    if (session.isSignedIn() && (isNewer || response.status === 403)) emitAppEvent('sessionStale', undefined);
  },
  onGeneralError: (error) => emitAppEvent('generalError', error),
};
