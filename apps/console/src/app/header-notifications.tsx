// The bell, with what it opens of other features.
import { lazy, Suspense, useCallback, useState } from 'react';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { openedPart } from '../lib/opened-part.tsx';

const OwnAccountDialogs = openedPart(
  async () => (await import('../features/own-account/own-account-dialogs.tsx')).OwnAccountDialogs,
);

const PushSwitch = lazy(() =>
  import('../features/push/push-switch.tsx').then((file) => ({ default: file.PushSwitch })),
);

/** Loaded with the dialog that it stands in. */
const pushSwitch = (
  <Suspense>
    <PushSwitch />
  </Suspense>
);

export function HeaderNotifications() {
  const [showsSessions, setShowsSessions] = useState(false);
  const close = useCallback(() => setShowsSessions(false), []);
  return (
    <>
      <NotificationBell onShowSessions={() => setShowsSessions(true)} pushSwitch={pushSwitch} />
      {showsSessions && <OwnAccountDialogs open="sessions" onClose={close} />}
    </>
  );
}
