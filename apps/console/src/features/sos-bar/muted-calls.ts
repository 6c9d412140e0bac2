// Calls that somebody at this browser has muted for a while: of these alone, in all its tabs.
import { sosMuteMs } from '@watchpost/domain/sos';

const storageKey = 'watchpost.sosMuted';

type Muted = Readonly<Record<string, number>>;

/** What could not be stored is known until the tab is closed. */
let muted: Muted = {};

function read(): Muted {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return muted;
    const ends = Object.entries(stored).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    return { ...muted, ...Object.fromEntries(ends) };
  } catch {
    return muted;
  }
}

/** Until when the call is muted, by this machine's clock; 0 for one that is not. */
export function mutedUntilMs(id: string, nowMs: number): number {
  const endMs = read()[id] ?? 0;
  // One of a clock that was set back since is none.
  return endMs > nowMs && endMs - nowMs <= sosMuteMs ? endMs : 0;
}

export function mute(id: string): void {
  const nowMs = Date.now();
  const lasting = Object.entries(read()).filter(([, endMs]) => endMs > nowMs);
  muted = { ...Object.fromEntries(lasting), [id]: nowMs + sosMuteMs };
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(muted));
  } catch {
    // A browser without room mutes this tab alone.
  }
}
