// Asks before a form with unsaved changes is left, by whichever way: link, back and forward, palette, typed address,
// closing the tab (MNG-10).
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';
import { confirm } from '../ui/overlays/confirm-store.ts';
import { session } from './current-session.ts';
import { t } from './labels.ts';

let asked: Promise<boolean> | null = null;

/** Anyone who presses Back twice is still asked once. */
export function askToLeave(): Promise<boolean> {
  asked ??= confirm({
    title: t('unsaved.title'),
    message: t('unsaved.message'),
    yesLabel: t('unsaved.leave'),
    noLabel: t('unsaved.stay'),
    isDangerous: true,
  }).finally(() => {
    asked = null;
  });
  return asked;
}

/** Place of the current entry in the tab's history. The router's own numbers begin again at a typed address. */
function currentEntry(): number | null {
  // Absent from browsers before 2026, whatever its type says.
  const navigation: Navigation | undefined = window.navigation;
  if (navigation !== undefined) return navigation.currentEntry?.index ?? null;
  const state: unknown = window.history.state;
  const index = state instanceof Object && '__TSR_index' in state ? state.__TSR_index : null;
  return typeof index === 'number' ? index : null;
}

/** Entries between two places; one without a place was made by the browser just now, in front of the other. */
const stepsBetween = (from: number | null, to: number | null): number =>
  from === null || to === null ? 1 : to - from;

/**
 * What the router calls does not happen before the answer. Back, forward, a typed address and plain links have
 * happened when they are heard of: the tab goes back to where it was, and only who may leave goes there again. The
 * router, which hears of them first, is left waiting for an answer in the meantime: it would go back by numbers of its own,
 * which a typed address falsifies.
 */
function guard(history: RouterHistory): () => void {
  const never = new Promise<boolean>(() => undefined);
  let entry = currentEntry();
  const blockMove = (steps: number): Promise<boolean> => {
    // None when the tab is back where it was.
    if (steps === 0) return never;
    window.history.go(-steps);
    const isFirst = asked === null;
    void askToLeave().then((may) => {
      if (!may || !isFirst) return;
      stop();
      history.go(steps);
    });
    return never;
  };
  const unblock = history.block({
    blockerFn: ({ action, currentLocation, nextLocation }) => {
      const isSamePage = currentLocation.pathname === nextLocation.pathname && asked === null;
      // Anyone who is signed out has nothing left to save with.
      if (!session.isSignedIn()) return false;
      if (action === 'PUSH' || action === 'REPLACE')
        return isSamePage ? false : askToLeave().then((may) => !may);
      const steps = stepsBetween(entry, currentEntry());
      return isSamePage && steps !== 0 ? false : blockMove(steps);
    },
    enableBeforeUnload: () => session.isSignedIn(),
  });
  // A page may write into its own address in the meantime, which the router puts off by a moment.
  const unsubscribe = history.subscribe(() => {
    history.flush();
    entry = currentEntry();
  });
  const stop = () => {
    unblock();
    unsubscribe();
  };
  return stop;
}

/** Call it in a form with whether it differs from what is stored. */
export function useUnsavedChanges(isDirty: boolean): void {
  const { history } = useRouter();
  useEffect(() => (isDirty ? guard(history) : undefined), [isDirty, history]);
}
