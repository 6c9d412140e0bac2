import { useRouterState } from '@tanstack/react-router';

/**
 * Path of the page that is drawn. The router's location is ahead of it while the next page loads, and its resolved
 * location behind it for a moment: a frame that followed either would be drawn around the wrong page.
 */
export function useDrawnPath(): string {
  return useRouterState({
    select: ({ matches, location }) => {
      const [, page] = matches;
      return page?.pathname ?? location.pathname;
    },
  });
}
