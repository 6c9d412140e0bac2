// In through the organisation's own provider: a button that leads to its page, and what becomes of coming back.
import { IconAlertCircle, IconBuilding } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { withLoader } from '../../lib/app-events.ts';
import { visitable } from '../../lib/pages.ts';
import { session } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { setNotificationFetching } from '../../lib/notification-fetching.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type Arrival, arriveFromProvider, beginAtProvider } from './provider-sign-in.api.ts';
import styles from './sign-in-page.module.css';

/** What the provider sent can be used once, however often the page is drawn in the meantime. */
const arrivals = new Map<string, Promise<Arrival>>();

function arriveOnce(sent: string): Promise<Arrival> {
  const arrival = arrivals.get(sent) ?? withLoader(() => arriveFromProvider(sent));
  arrivals.set(sent, arrival);
  return arrival;
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? translate(error.message) : t('provider.failed');
}

function useProvider(onSecondStep: (next: string | null) => void) {
  const router = useRouter();
  const [{ next, provider: sent }] = useUrlSearch();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (sent === undefined) return undefined;
    let isHere = true;
    const enter = ({ view, next: asked }: Arrival) => {
      if (!isHere) return;
      if (view === null) {
        onSecondStep(asked);
        return;
      }
      session.save(view);
      setNotificationFetching(true);
      const page = asked === null ? undefined : visitable(asked, session.canView);
      // In the place of the address that the provider led to, which the history has no use for.
      router.history.replace(page ?? `/${session.dashboardRoute().replaceAll(/^\/+|\/+$/g, '')}`);
    };
    const explain = (error: unknown) => {
      if (isHere) setFailure(wordsOf(error));
    };
    void arriveOnce(sent).then(enter, explain);
    return () => {
      isHere = false;
    };
  }, [sent, router, onSecondStep]);
  const begin = async () => {
    setFailure(undefined);
    toasts.clear();
    try {
      window.location.assign(await withLoader(() => beginAtProvider(next)));
    } catch (error) {
      setFailure(wordsOf(error));
    }
  };
  return { failure, begin };
}

interface ProviderSignInProps {
  /** What the tenant calls its provider; undefined when it has none. */
  readonly label: string | undefined;
  /** Called where a second step comes before the session, with the page first asked for. The same at each drawing. */
  readonly onSecondStep: (next: string | null) => void;
}

export function ProviderSignIn({ label, onSecondStep }: ProviderSignInProps) {
  const { failure, begin } = useProvider(onSecondStep);
  return (
    <div className={styles.provider}>
      <div role="alert" className={failure === undefined ? undefined : styles.failure}>
        {failure !== undefined && (
          <>
            <IconAlertCircle size={18} aria-hidden />
            {failure}
          </>
        )}
      </div>
      {label !== undefined && (
        <Button isFullWidth icon={<IconBuilding size={18} aria-hidden />} onClick={() => void begin()}>
          {t('provider.signIn', { label })}
        </Button>
      )}
    </div>
  );
}
