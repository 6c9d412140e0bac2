import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Calls it when another page is on its way, e.g. by the browser's Back. */
export function useOnLeaving(onLeaving: () => void): void {
  const router = useRouter();
  const leave = useEffectEvent(onLeaving);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) leave();
      }),
    [router],
  );
}
