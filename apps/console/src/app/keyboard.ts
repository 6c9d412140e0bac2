// Keys that work on every page of the shell: /, ?, Ctrl or Cmd K, g then a letter, j and k.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { session } from '../lib/current-session.ts';
import { leavesOf, shownMenu } from './menu-selection.ts';

/** The letter after g that leads to each access group. */
export const goToLetters: Readonly<Record<string, string>> = {
  DASHBOARD: 'd',
  SITES: 's',
  GUARDS: 'g',
  CHECKPOINTS: 'c',
  SHIFTS: 'h',
  INCIDENTS: 'i',
  PATROL_ROUTES: 'r',
  PATROL_TOURS: 't',
  APP_SETTINGS: 'a',
  SCANNED_CHECKPOINTS: 'p',
  LOGIN_LOGOUT: 'l',
  EXCEPTIONS: 'e',
  // they go by mail
  SCHEDULED_REPORTS: 'm',
};

const sequenceMs = 1_200;
const isApple = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

export const paletteKeys = (): string => (isApple() ? '⌘ K' : 'Ctrl K');

/** Whether a key typed there is text, not a command. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        'input:not([type="checkbox"], [type="radio"]), select, textarea, [role="textbox"], [role="combobox"]',
      ))
  );
}

/** A key for rows, pressed elsewhere on the page, goes to the page's grid. True when there is one that takes it. */
function handToGrid({ key, target }: KeyboardEvent): boolean {
  if (target instanceof Element && target.closest('dialog, [popover], [role="grid"]') !== null) return false;
  const handed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  document.querySelector('main [role="grid"]:has([data-row-id])')?.dispatchEvent(handed);
  return handed.defaultPrevented;
}

/** Path of the first menu entry whose group has the letter. */
function destinationOf(letter: string): string | undefined {
  const entry = leavesOf(shownMenu(session.menu())).find(
    ({ accessGroupCode }) => goToLetters[accessGroupCode] === letter,
  );
  return entry === undefined ? undefined : `/${entry.routerLink.replaceAll(/^\/+|\/+$/g, '')}`;
}

/** True when the page has a search to move to. */
function focusPageSearch(): boolean {
  const search = document.querySelector<HTMLElement>('main :is(input[type="search"], [data-page-search])');
  search?.focus();
  return search !== null;
}

interface ShellActions {
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  readonly closeDrawer: () => void;
}

export function useShellKeys(actions: ShellActions): void {
  const router = useRouter();
  const handle = useEffectEvent((event: KeyboardEvent, isAfterG: boolean): boolean => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') actions.openPalette();
    else if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
    else if (document.querySelector('dialog:modal') !== null) return false;
    else if (event.key === 'Escape') actions.closeDrawer();
    else if (event.key === '?') actions.openShortcuts();
    else if (event.key === '/') {
      if (!focusPageSearch()) actions.openPalette();
    } else {
      const path = isAfterG ? destinationOf(event.key.toLowerCase()) : undefined;
      if (path !== undefined) router.history.push(path);
      else return (event.key === 'j' || event.key === 'k') && handToGrid(event);
    }
    return event.key !== 'Escape';
  });
  useEffect(() => {
    let gAt = -Infinity;
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isAfterG = event.timeStamp - gAt < sequenceMs;
      const wasTaken = handle(event, isAfterG);
      if (wasTaken) event.preventDefault();
      const startsSequence = !wasTaken && event.key === 'g' && !isTyping(event.target);
      gAt = startsSequence ? event.timeStamp : -Infinity;
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
