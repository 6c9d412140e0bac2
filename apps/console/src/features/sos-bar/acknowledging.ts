// What this tab acknowledges: an acknowledgement shows at once, and is taken back where the server did not get it.
import { useSyncExternalStore } from 'react';
import { lookAgain } from './open-calls.ts';
import { acknowledge } from './sos-bar.api.ts';

export type Acknowledging =
  | { readonly kind: 'sending' }
  /** `words`: why. */
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'done' }
  /** Somebody else was first. */
  | { readonly kind: 'late'; readonly by: string; readonly atMs: number };

type Outcomes = ReadonlyMap<string, Acknowledging>;

let outcomes: Outcomes = new Map();
const listeners = new Set<() => void>();

function set(id: string, outcome: Acknowledging): void {
  outcomes = new Map(outcomes).set(id, outcome);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = (): Outcomes => outcomes;

export const useOutcomes = (): Outcomes => useSyncExternalStore(subscribe, current);

/** The second click of a double click comes sooner, and is not meant for the call that has moved to its place. */
const apartMs = 600;
let pressed = { id: '', atMs: -Infinity };

/** Never throws: what becomes of it is shown. */
export async function acknowledgeCall(id: string): Promise<void> {
  const nowMs = performance.now();
  const isSecondClick = pressed.id !== id && nowMs - pressed.atMs < apartMs;
  if (isSecondClick || outcomes.get(id)?.kind === 'sending') return;
  pressed = { id, atMs: nowMs };
  set(id, { kind: 'sending' });
  try {
    const { isAcknowledgedByCaller, acknowledgedBy, acknowledgedAtMs } = await acknowledge(id);
    if (isAcknowledgedByCaller) set(id, { kind: 'done' });
    else set(id, { kind: 'late', by: acknowledgedBy, atMs: acknowledgedAtMs ?? Date.now() });
  } catch (error) {
    set(id, { kind: 'failed', text: error instanceof Error ? error.message : String(error) });
  }
  lookAgain();
}

/** Once somebody signed out: the next user of the tab did none of it. */
export function forgetOutcomes(): void {
  outcomes = new Map();
  for (const listener of listeners) listener();
}
