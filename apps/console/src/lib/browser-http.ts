// The surroundings of a request in the browser: tenant, language, zone, cookie and local state.
import { settingsVersionHeader, zoneUsedHeader } from '@watchpost/contract/session';
import { emitAppEvent } from './app-events.ts';
import { cookieIn } from './cookies.ts';
import { session } from './current-session.ts';
import type { HttpSettings } from './http.ts';
import { currentLanguage, failureText, t } from './labels.ts';
import { currentTenant } from './tenant.ts';
import { takeCompanyZone, takeStandIn, viewerZone } from './viewer-zone.ts';

takeCompanyZone(() => session.tenantConfig('timeZone'));

export const browserHttp: HttpSettings = {
  baseUrl: () => `/api/${currentTenant()}`,
  language: currentLanguage,
  timeZone: viewerZone,
  isSignedIn: session.isSignedIn,
  crossSiteToken: () => cookieIn(document.cookie, 'XSRF-TOKEN'),
  textOf: failureText,
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
    const zone = response.headers.get(zoneUsedHeader);
    if (zone !== null) takeStandIn(zone);
    if (session.isSignedIn() && (isNewer || response.status === 403)) emitAppEvent('sessionStale', undefined);
  },
  onGeneralError: (error) => emitAppEvent('generalError', error),
};
