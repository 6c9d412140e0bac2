// Says once after a sign-in that the console goes by another zone than the viewer's, and which.
import type { QueryClient } from '@tanstack/react-query';
import { session } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { onStandIn, zoneStandIn } from '../lib/viewer-zone.ts';
import { toasts } from '../ui/feedback/toasts.ts';

/** In local storage, which signing out clears: the zone that was named. */
const namedKey = 'ZONE_NAMED';

function notifyOnce(): void {
  if (!session.isSignedIn()) return;
  const standIn = zoneStandIn();
  if (standIn === null) return;
  const { unknown, zone } = standIn;
  const named = JSON.stringify(`${unknown} ${zone}`);
  if (window.localStorage.getItem(namedKey) === named) return;
  window.localStorage.setItem(namedKey, named);
  const text = unknown === '' ? t('zone.unnamed', { zone }) : t('zone.unknown', { unknown, zone });
  toasts.info({ text, durationMs: null });
}

/** Called where a page may show other times than before. Returns the function that stops listening. */
export function followViewerZone(listener: () => void): () => void {
  const unsubscribe = [session.subscribe(listener), onStandIn(listener)];
  return () => {
    for (const each of unsubscribe) each();
  };
}

export function followZone(queryClient: QueryClient): void {
  followViewerZone(notifyOnce);
  // What was loaded by days of the zone before.
  onStandIn(() => void queryClient.invalidateQueries());
  notifyOnce();
}
