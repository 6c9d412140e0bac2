import './theme/theme.css';
import './theme/base.css';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { ConfirmHost } from './overlays/confirm.tsx';
import { Tips } from './overlays/tips.tsx';
import type { FetchCode } from './feedback/arriving-code.ts';
import { FetchContext } from './feedback/fetched-part.tsx';
import { ToastRegion } from './feedback/toast-region.tsx';
import type { UiLabels, UiSettings } from './ui-labels.ts';
import { UiContext } from './ui-labels.ts';

type UiProviderProps = {
  labels: UiLabels;
  /** A BCP 47 tag; month names, weekdays and numbers follow it. */
  locale: string;
  fold: UiSettings['fold'];
  /** How long a toast stays; 5000 ms unless given. */
  toastDurationMs?: number;
  fetchCode: FetchCode;
  children: ReactNode;
};

/** Mount once, around the whole app. Brings tokens, base styles, toasts and the confirmation dialog. */
export function UiProvider({ labels, locale, fold, toastDurationMs, fetchCode, children }: UiProviderProps) {
  const settings = useMemo(() => ({ labels, locale, fold }), [labels, locale, fold]);
  return (
    <UiContext value={settings}>
      <FetchContext value={fetchCode}>{children}</FetchContext>
      <ConfirmHost />
      <ToastRegion durationMs={toastDurationMs} />
      <Tips />
    </UiContext>
  );
}
