/** Messages to show; at most three at once, the oldest gives way. Holds no timers, so it can be tested as data. */
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

/** repeats counts how often the same message was asked for while it was shown; a repeat starts its time again. */
export type Toast = ToastInput & { id: number; severity: ToastSeverity; repeats: number };

export const TOAST_LIMIT = 3;
export const TOAST_DURATION_MS = 5000;

export type ToastStore = {
  show: (severity: ToastSeverity, input: ToastInput) => number;
  dismiss: (id: number) => void;
  clear: () => void;
  list: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
};

export function createToastStore(): ToastStore {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    show(severity, input) {
      const same = toasts.find(
        (toast) =>
          toast.severity === severity && toast.text === input.text && toast.summary === input.summary,
      );
      if (same) {
        const again = { ...same, ...input, repeats: same.repeats + 1 };
        set(toasts.map((toast) => (toast === same ? again : toast)));
        return same.id;
      }
      lastId += 1;
      set([...toasts, { ...input, id: lastId, severity, repeats: 0 }].slice(-TOAST_LIMIT));
      return lastId;
    },
    dismiss: (id) => set(toasts.filter((toast) => toast.id !== id)),
    clear: () => set([]),
    list: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
