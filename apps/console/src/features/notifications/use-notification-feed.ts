// Follows the notifications of the signed-in user on every page, also on those without a bell (HEAD-03).
import type { Notification } from '@watchpost/contract/notifications';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { useLanguage } from '../../lib/labels.ts';
import { onArrival } from './arrivals.ts';

/** Those that come within this are told of together. */
const batchMs = 400;

export const notificationFeedCode = () => import('./notification-feed.ts');

/** Once, for as long as fetching is on. */
export function useNotificationFeed(): void {
  const userId = useSession((current) => current.token());
  const language = useLanguage();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let stop: (() => void) | undefined;
    let isLeft = false;
    void notificationFeedCode().then(({ followNotifications }) => {
      if (!isLeft) stop = followNotifications(userId);
    });
    return () => {
      isLeft = true;
      stop?.();
    };
    // The stream speaks the language that it was opened in.
  }, [userId, language]);
}

/** `onArrivals` hears of what came while the page was seen. An SOS comes by itself, never among others. */
export function useArrivals(onArrivals: (arrived: readonly Notification[]) => void): void {
  const notify = useEffectEvent(onArrivals);
  useEffect(() => {
    let batch: Notification[] = [];
    let timer = 0;
    const stop = onArrival((notification) => {
      if (notification.kind === 'sosRaised') {
        notify([notification]);
        return;
      }
      if (document.hidden) return;
      batch.push(notification);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        notify(batch);
        batch = [];
      }, batchMs);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
}
