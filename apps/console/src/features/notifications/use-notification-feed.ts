// Follows the notifications of whoever is signed in while the shell is shown, which is while fetching is on (HEAD-03).
import type { Notification } from '@watchpost/contract/notifications';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { currentLanguage } from '../../lib/labels.ts';
import { onArrival } from './arrivals.ts';

/** Those that come within this are told of together. */
const gatherMs = 400;

/** `onArrivals` hears of what came while the page was seen. */
export function useNotificationFeed(onArrivals: (arrived: readonly Notification[]) => void): void {
  const userId = useSession((current) => current.token());
  const language = currentLanguage();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let stop: (() => void) | undefined;
    let isLeft = false;
    void import('./notification-feed.ts').then(({ followNotifications }) => {
      if (!isLeft) stop = followNotifications(userId);
    });
    return () => {
      isLeft = true;
      stop?.();
    };
    // The stream speaks the language that it was opened in.
  }, [userId, language]);

  const tell = useEffectEvent(onArrivals);
  useEffect(() => {
    let gathered: Notification[] = [];
    let timer = 0;
    const stop = onArrival((notification) => {
      if (document.hidden) return;
      gathered.push(notification);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        tell(gathered);
        gathered = [];
      }, gatherMs);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
}
