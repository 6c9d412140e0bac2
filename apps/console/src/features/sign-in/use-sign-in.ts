// What pressing the button does: loader, session, and on to the page first asked for (SIGN-05 to SIGN-09, ROUTE-08).
import type { SessionView } from '@watchpost/contract/session';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { withLoader } from '../../lib/app-events.ts';
import { visitable } from '../../lib/pages.ts';
import { session } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { setNotificationFetching } from '../../lib/notification-fetching.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { openSession } from './sign-in.api.ts';
import { toCredentials, type SignInValues } from './sign-in-form.ts';

/** A refused form is a refused sign-in: which rule it broke helps no one but a guesser. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('signIn.failed');
  return error.status === 400 ? t('signIn.failed') : translate(error.message);
}

export function useSignIn() {
  const router = useRouter();
  const [{ next }, change] = useUrlSearch();
  const [failure, setFailure] = useState<string>();
  const [needsSecondStep, setNeedsSecondStep] = useState(false);
  // The way through a provider keeps it with the server.
  const [nextOfProvider, setNextOfProvider] = useState<string | null>(null);
  const enter = (view: SessionView): void => {
    session.save(view);
    setNotificationFetching(true);
    const target = nextOfProvider ?? next;
    const asked = target === undefined ? undefined : visitable(target, session.canView);
    router.history.push(asked ?? `/${session.dashboardRoute().replaceAll(/^\/+|\/+$/g, '')}`);
  };
  const askSecondStep = useCallback(
    (of: string | null) => {
      setNextOfProvider(of);
      setNeedsSecondStep(true);
      // What the provider sent is used up, and starting over must not meet it again.
      change({ provider: undefined }, { replace: true });
    },
    [change],
  );
  const startOver = () => {
    setNextOfProvider(null);
    setNeedsSecondStep(false);
  };
  const submit = async (values: SignInValues): Promise<void> => {
    setFailure(undefined);
    toasts.clear();
    try {
      enter(await withLoader(() => openSession(toCredentials(values))));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'secondStepNeeded') {
        setNeedsSecondStep(true);
        return;
      }
      const text = messageOf(error);
      setFailure(text);
      toasts.error({ summary: t('error.summary'), text });
    }
  };
  return { submit, failure, enter, needsSecondStep, askSecondStep, startOver };
}
