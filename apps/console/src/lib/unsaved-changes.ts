// Asks before a form with unsaved changes is left, by whichever way: link, back and forward, palette, closing the tab (MNG-10).
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';
import { confirm } from '../ui/overlays/confirm-store.ts';
import { session } from './current-session.ts';
import { t } from './labels.ts';

const ask = (): Promise<boolean> =>
  confirm({
    title: t('unsaved.title'),
    message: t('unsaved.message'),
    yesLabel: t('unsaved.leave'),
    noLabel: t('unsaved.stay'),
    isDangerous: true,
  });

/** Path below the hash of an address; null for one outside the console. */
function pathOf(href: string): string | null {
  const url = new URL(href, window.location.href);
  const isHere = url.origin === window.location.origin && url.pathname === window.location.pathname;
  return isHere && url.hash.startsWith('#/') ? url.hash.slice(1) : null;
}

const pageOf = (path: string): string => path.split('?')[0] ?? '';

/** Clicks of links, before the browser follows them; those that open elsewhere leave nothing. */
function guardLinks(leaveFor: (path: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link === null || link.target === '_blank' ? null : pathOf(link.href);
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (path === null || isElsewhere || event.defaultPrevented) return;
    if (pageOf(path) === pageOf(window.location.hash.slice(1))) return;
    event.preventDefault();
    event.stopPropagation();
    leaveFor(path);
  };
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}

/**
 * Back, forward and a typed address. They have happened when they are heard of, so the address of this page is put
 * back first, past the router, which so never learns that it was away.
 */
function guardHistory(leaveFor: (path: string) => void): () => void {
  const here = { href: window.location.href, state: window.history.state as unknown };
  const onPop = (event: PopStateEvent) => {
    const path = pathOf(window.location.href);
    if (path === null || pageOf(path) === pathOf(here.href)?.split('?')[0]) return;
    event.stopImmediatePropagation();
    History.prototype.pushState.call(window.history, here.state, '', here.href);
    leaveFor(path);
  };
  window.addEventListener('popstate', onPop, { capture: true });
  return () => window.removeEventListener('popstate', onPop, { capture: true });
}

function guard(history: RouterHistory): () => void {
  const leaveFor = (path: string) => {
    void ask().then((mayLeave) => {
      if (mayLeave) history.push(path, undefined, { ignoreBlocker: true });
    });
  };
  const stops = [
    guardLinks(leaveFor),
    guardHistory(leaveFor),
    history.block({
      // Whoever is signed out has nothing left to save with.
      blockerFn: async () => session.isSignedIn() && !(await ask()),
      enableBeforeUnload: true,
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Call it in a form with whether it differs from what is stored. */
export function useUnsavedChanges(isDirty: boolean): void {
  const { history } = useRouter();
  useEffect(() => (isDirty ? guard(history) : undefined), [isDirty, history]);
}
