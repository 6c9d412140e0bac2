// The bell, with what it opens of other features.
import { useCallback, useState } from 'react';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { useOnNavigation } from '../lib/on-navigation.ts';
import { sosRoute, useOpenCalls } from '../lib/open-sos.ts';
import { openedPart } from '../lib/opened-part.tsx';
import { fetchedPart } from '../ui/feedback/fetched-part.tsx';

const OwnAccountDialogs = openedPart(
  async () => (await import('../features/own-account/own-account-dialogs.tsx')).OwnAccountDialogs,
);

const PushSwitch = fetchedPart(async () => (await import('../features/push/push-switch.tsx')).PushSwitch);

const PinnedCalls = fetchedPart(
  async () => (await import('../features/sos-bar/pinned-calls.tsx')).PinnedCalls,
);

export function HeaderNotifications() {
  const [showsSessions, setShowsSessions] = useState(false);
  const { calls } = useOpenCalls();
  const close = useCallback(() => setShowsSessions(false), []);
  useOnNavigation(close);
  return (
    <>
      <NotificationBell
        onShowSessions={() => setShowsSessions(true)}
        pushSwitch={<PushSwitch />}
        pinned={<PinnedCalls />}
        pinnedLinks={calls.map(sosRoute)}
      />
      {showsSessions && <OwnAccountDialogs open="sessions" onClose={close} />}
    </>
  );
}
