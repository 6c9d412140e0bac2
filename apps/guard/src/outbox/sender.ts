// When to send: at once, when the network comes back, when the app is looked at, and again after a failure.
import { onUpdate, notify } from './outbox-updates.ts';
import { runOutbox } from './office.ts';
import { sendCalls } from './sending.ts';
import { backOffMs } from './sending-plan.ts';
import { catchUpPlan } from './sessions.ts';

export interface SenderState {
  readonly isSending: boolean;
  /** Tries in a row that failed. */
  readonly failures: number;
  /** The last try failed while the phone itself had no network; else the server, or something on the way to it, is away. */
  readonly isOffline: boolean;
}

/** However quiet it is, nothing waits for longer than this while the app is open. */
const everyMs = 30_000;

let state: SenderState = { isSending: false, failures: 0, isOffline: false };
let isWanted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

export const senderState = (): SenderState => state;

function setState(next: SenderState): void {
  state = next;
  notify('changed');
}

/** Sends what waits, now; a wish during a run is a run after it, for which no call for help waits. */
export async function sendNow(): Promise<void> {
  if (state.isSending) {
    isWanted = true;
    await sendCalls().catch(() => {});
    return;
  }
  clearTimeout(timer);
  isWanted = false;
  setState({ ...state, isSending: true });
  let waitMs = everyMs;
  try {
    const run = await runOutbox();
    const end = run.kind === 'busy' ? await sendCalls() : run;
    const failures = end.kind === 'later' ? state.failures + 1 : 0;
    if (end.kind === 'later') waitMs = backOffMs(failures, end.waitMs, Math.random());
    else void catchUpPlan().catch(() => {});
    setState({ isSending: false, failures, isOffline: !navigator.onLine });
  } catch {
    // The database is away for a moment, as while a newer app takes over.
    setState({ isSending: false, failures: state.failures + 1, isOffline: !navigator.onLine });
    waitMs = backOffMs(state.failures, 0, Math.random());
  }
  if (isWanted) void sendNow();
  else timer = setTimeout(() => void sendNow(), waitMs);
}

interface SyncManager {
  register(tag: string): Promise<void>;
}
const isSyncManager = (value: unknown): value is SyncManager =>
  typeof value === 'object' && value !== null && 'register' in value;

/** Where the browser can, it sends even after the app was closed. */
async function askForSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    const sync: unknown = registration === undefined ? null : Reflect.get(registration, 'sync');
    if (isSyncManager(sync)) await sync.register('outbox');
  } catch {
    // Not every browser can, nor may every page.
  }
}

export function startSender(): void {
  onUpdate((update) => {
    // The server is reached again, however long what is still to be sent takes.
    if (update === 'sent' && state.failures > 0) setState({ ...state, failures: 0 });
    if (update === 'changed' || update === 'sent') return;
    void askForSync();
    void sendNow();
  });
  window.addEventListener('online', () => void sendNow());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sendNow();
  });
  void sendNow();
}
