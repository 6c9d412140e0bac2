import { useEffect } from 'react';
import { onAppEvent } from './app-events.ts';

interface Rows {
  /** Not while what would be asked for makes no sense. */
  readonly isEnabled: boolean;
  readonly refetch: () => unknown;
}

/** Loads a grid's rows again when the sidebar is folded or unfolded (GRID-05, SHELL-08). */
export function useSidebarReload({ isEnabled, refetch }: Rows): void {
  useEffect(
    () => (isEnabled ? onAppEvent('sidebarToggled', () => void refetch()) : undefined),
    [isEnabled, refetch],
  );
}
