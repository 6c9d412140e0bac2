import { signOut } from '@watchpost/contract/session';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { withLoader } from '../../lib/app-events.ts';
import { session } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { setNotificationFetching } from '../../lib/notification-fetching.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

/**
 * Ends the session on the server, then forgets it here (OUT-01). When the server cannot be asked, the visitor stays
 * signed in and is told: pretending otherwise would leave a living session behind.
 */
export async function endSession(queryClient: QueryClient, goToSignIn: () => void): Promise<void> {
  try {
    await withLoader(() => call(signOut, { explainedBy: 'caller' }));
  } catch (error) {
    // A 401 says that the session is over already; the client has acted on it.
    const isOver = error instanceof ApiError && error.status === 401;
    if (isOver) return;
    const why = error instanceof Error ? error.message : '';
    toasts.error({ summary: t('error.summary'), text: `${why} ${t('error.stillSignedIn')}`.trim() });
    return;
  }
  setNotificationFetching(false);
  queryClient.clear();
  session.clear();
  goToSignIn();
}
