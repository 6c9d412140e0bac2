// What the console does when a session ends, changes or begins somewhere else, and when a call fails unexplained.
import { getUserMetadata } from '@watchpost/contract/session';
import { languageOf } from '@watchpost/domain/languages';
import type { QueryClient } from '@tanstack/react-query';
import type { RegisteredRouter } from '@tanstack/react-router';
import { call } from '../lib/api-client.ts';
import { emitAppEvent, onAppEvent } from '../lib/app-events.ts';
import { ApiError } from '../lib/api-error.ts';
import { isUnder, openRoutes } from '../lib/pages.ts';
import { session } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { isFetchingNotifications, setNotificationFetching } from '../lib/notification-fetching.ts';
import { storageKeys } from '../lib/session.ts';
import { publicTenantKey } from '../lib/tenant.ts';
import { toasts } from '../ui/feedback/toasts.ts';

export function followSession(router: RegisteredRouter, queryClient: QueryClient): void {
  onAppEvent('sessionEnded', ({ message }) => {
    setNotificationFetching(false);
    goToSignIn(router, queryClient, message);
  });
  let refreshing: Promise<void> | null = null;
  onAppEvent('sessionStale', () => {
    // Asking is itself answered with the newer version, and a page may hear of it from several requests at once.
    refreshing ??= refreshSession().finally(() => {
      refreshing = null;
    });
  });
  onAppEvent('authorizeFailure', () => router.history.push('/authorize-failure'));
  onAppEvent('generalError', (error) => {
    const { message, requestId } = error;
    const text = requestId === undefined ? message : t('error.reference', { message, requestId });
    toasts.error({ summary: t('error.summary'), text });
  });
  window.addEventListener('storage', (event) => {
    if (event.storageArea === window.localStorage) followOtherTab(router, queryClient, event.key);
  });
  whenLookedAt(() => emitAppEvent('sessionStale', undefined));
  whenIdle(refreshSession);
}

/** Goes to sign-in saying why; a later sign-in comes back to where the visitor was (ROUTE-08). */
function goToSignIn(router: RegisteredRouter, queryClient: QueryClient, message: string): void {
  // A second request may hear of the same end when the sign-in page is there and asks for what everybody may see.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== publicTenantKey });
  queryClient.getMutationCache().clear();
  const here = currentAddress(router);
  if (!isUnder(['signin'], here)) {
    const next = isUnder(openRoutes, here) ? '' : `?${new URLSearchParams({ next: here }).toString()}`;
    router.history.push(`/signin${next}`);
  }
  toasts.warn({ text: message });
}

const currentAddress = (router: RegisteredRouter): string =>
  router.history.location.pathname + router.history.location.search;

/** `key` is null when the other tab cleared everything. */
function followOtherTab(router: RegisteredRouter, queryClient: QueryClient, key: string | null): void {
  session.notify();
  if (key !== null && key !== storageKeys.token) return;
  if (!session.isSignedIn()) {
    if (isFetchingNotifications()) emitAppEvent('sessionEnded', { message: t('signIn.signedOutElsewhere') });
    return;
  }
  // Somebody signed in there, perhaps somebody else: nothing that was loaded here may stay.
  queryClient.clear();
  void router.invalidate();
}

/** The stored menu and rights may be older than the account's; drawn again when they are (MENU-01). */
async function refreshSession(): Promise<void> {
  const asked = session.token();
  const spoken = session.language();
  if (asked === undefined) return;
  try {
    const view = await call(getUserMetadata, { explainedBy: 'caller' });
    // The session may have ended or changed since; the former one must not be stored again (OUT-01).
    if (session.token() !== asked) return;
    const language = session.language();
    // A language that was chosen in the meantime, here or in another tab, is newer than the answer.
    session.save(language === spoken ? view : { ...view, language: languageOf(language) ?? null });
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401)
      toasts.error({ summary: t('error.summary'), text: t('error.userMetadata') });
  }
}

/** Anyone who comes back to a console that lay behind others finds it as the tenant has it now. */
function whenLookedAt(work: () => void): void {
  const restMs = 5_000;
  let lastMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastMs < restMs || !session.isSignedIn())
      return;
    lastMs = Date.now();
    work();
  });
}

/** After the page has drawn and fetched what the visitor came for. */
function whenIdle(work: () => Promise<void>): void {
  const idleDelayMs = 1_500;
  window.setTimeout(() => void work(), idleDelayMs);
}
