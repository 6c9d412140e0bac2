/**
 * Messages to show; at most three at once, the oldest gives way, those that can be acted on last. Holds when each ends, which outlasts the cards that show
 * it, but no timers, so it can be tested as data.
 */
export type ToastSeverity = 'error' | 'success' | 'info' | 'warn';

export type ToastAction = { label: string; onSelect: () => void };

export type ToastInput = {
  text: string;
  /** A heading of a word or two, e.g. 'Error'. */
  summary?: string;
  action?: ToastAction;
  /** Overrides the provider's; null stays until closed. */
  durationMs?: number | null;
};

/** repeats counts how often the same message, with no action, was asked for while it was shown; a repeat starts its time again. */
export type Toast = ToastInput & { id: number; severity: ToastSeverity; repeats: number };

export const TOAST_LIMIT = 3;
export const TOAST_DURATION_MS = 5000;

export type ToastStore = {
  show: (severity: ToastSeverity, input: ToastInput) => number;
  dismiss: (id: number) => void;
  clear: () => void;
  /** Its time begins with the first call, and runs on between calls. */
  msLeft: (id: number, durationMs: number, nowMs: number) => number;
  /** Its time begins with the next call of msLeft. */
  stopTime: (id: number) => void;
  list: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
};

/** What each of them offers to do is its own: two deletions that read alike are undone one by one. */
const isSame = (one: Toast, other: ToastInput & Pick<Toast, 'severity'>): boolean =>
  one.severity === other.severity &&
  one.text === other.text &&
  one.summary === other.summary &&
  one.action === undefined &&
  other.action === undefined;

/** Without the oldest where one more would be too many: of those that offer nothing, while there are any. */
function withinCapacity(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length < TOAST_LIMIT) return toasts;
  const oldest = toasts.find(({ action }) => action === undefined) ?? toasts[0];
  return toasts.filter((toast) => toast !== oldest);
}

export function createToastStore(): ToastStore {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const ends = new Map<number, number>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const id of ends.keys()) if (next.every((toast) => toast.id !== id)) ends.delete(id);
    for (const listener of listeners) listener();
  };
  return {
    show(severity, input) {
      const same = toasts.find((toast) => isSame(toast, { ...input, severity }));
      if (same) {
        ends.delete(same.id);
        const again = { ...same, ...input, repeats: same.repeats + 1 };
        set(toasts.map((toast) => (toast === same ? again : toast)));
        return same.id;
      }
      lastId += 1;
      set([...withinCapacity(toasts), { ...input, id: lastId, severity, repeats: 0 }]);
      return lastId;
    },
    dismiss: (id) => set(toasts.filter((toast) => toast.id !== id)),
    clear: () => set([]),
    msLeft(id, durationMs, nowMs) {
      const endMs = ends.get(id) ?? nowMs + durationMs;
      ends.set(id, endMs);
      return Math.max(0, endMs - nowMs);
    },
    stopTime: (id) => void ends.delete(id),
    list: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
