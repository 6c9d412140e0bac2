// What a paired screen keeps, so that it shows codes after a power cut without a network.
import type { PairedScreen } from '@watchpost/contract/checkpoint-screens';

export interface SavedScreen extends Omit<PairedScreen, 'serverTimeMs'> {
  /** Slug of the tenant. */
  readonly company: string;
  /** The server's clock minus the screen's, as last known. */
  readonly offsetMs: number;
}

const key = 'watchpost.screen';

export function readSavedScreen(): SavedScreen | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isSavedScreen(saved) ? saved : null;
  } catch {
    return null;
  }
}

export function saveScreen(screen: SavedScreen): void {
  localStorage.setItem(key, JSON.stringify(screen));
}

export function forgetScreen(): void {
  localStorage.removeItem(key);
}

function isSavedScreen(saved: unknown): saved is SavedScreen {
  return typeof saved === 'object' && saved !== null && 'secret' in saved && 'offsetMs' in saved;
}
