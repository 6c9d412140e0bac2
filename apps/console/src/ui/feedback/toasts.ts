/** The app's one set of toasts: `toasts.error({ summary, text })` from anywhere, or through useToasts(). */
import type { ToastInput } from './toast-store.ts';
import { createToastStore } from './toast-store.ts';

export const toastStore = createToastStore();

export const toasts = {
  error: (input: ToastInput) => toastStore.show('error', input),
  success: (input: ToastInput) => toastStore.show('success', input),
  info: (input: ToastInput) => toastStore.show('info', input),
  warn: (input: ToastInput) => toastStore.show('warn', input),
  dismiss: toastStore.dismiss,
  clear: toastStore.clear,
};
