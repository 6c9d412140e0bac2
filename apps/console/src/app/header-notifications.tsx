// The bell, with what it opens of other features.
import { lazy, Suspense, useCallback, useState } from 'react';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';

const OwnAccountDialogs = lazy(() =>
  import('../features/own-account/own-account-dialogs.tsx').then((file) => ({
    default: file.OwnAccountDialogs,
  })),
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
      {showsSessions && (
        <Suspense>
          <OwnAccountDialogs open="sessions" onClose={close} />
        </Suspense>
      )}
    </>
  );
}
