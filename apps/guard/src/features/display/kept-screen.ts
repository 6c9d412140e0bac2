// What a paired screen keeps, so that it shows codes after a power cut without a network.
import type { PairedScreen } from '@watchpost/contract/checkpoint-screens';

export interface KeptScreen extends Omit<PairedScreen, 'serverTimeMs'> {
  /** Slug of the tenant. */
  readonly company: string;
  /** The server's clock minus the screen's, as last known. */
  readonly offsetMs: number;
}

const key = 'watchpost.screen';

export function keptScreen(): KeptScreen | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepScreen(screen: KeptScreen): void {
  localStorage.setItem(key, JSON.stringify(screen));
}

export function forgetScreen(): void {
  localStorage.removeItem(key);
}

function isKept(kept: unknown): kept is KeptScreen {
  return typeof kept === 'object' && kept !== null && 'secret' in kept && 'offsetMs' in kept;
}
