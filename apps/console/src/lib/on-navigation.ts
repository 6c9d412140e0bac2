import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Calls it when another page is on its way, e.g. by the browser's Back. */
export function useOnNavigation(onNavigation: () => void): void {
  const router = useRouter();
  const handleNavigation = useEffectEvent(onNavigation);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) handleNavigation();
      }),
    [router],
  );
}
