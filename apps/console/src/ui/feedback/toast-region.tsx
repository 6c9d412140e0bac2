/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- pointing at the region only stops its clock */
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../actions/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { useTopLayer } from '../overlays/layers.ts';
import { useUiLabels } from '../ui-labels.ts';
import { useToastPosition } from './toast-position.ts';
import type { Toast } from './toast-store.ts';
import { TOAST_DURATION_MS } from './toast-store.ts';
import styles from './toast-region.module.css';
import { toastStore } from './toasts.ts';

const ICONS = {
  error: IconCircleX,
  success: IconCircleCheck,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
} as const;

/** The time runs only while no one points at or is inside the toasts. */
function useToastTime({ id, repeats }: Toast, durationMs: number | null, isPaused: boolean): void {
  useEffect(() => {
    if (isPaused) toastStore.stopTime(id);
    if (isPaused || durationMs === null) return undefined;
    const leftMs = toastStore.msLeft(id, durationMs, performance.now());
    const timer = window.setTimeout(() => toastStore.dismiss(id), leftMs);
    return () => window.clearTimeout(timer);
  }, [id, repeats, durationMs, isPaused]);
}

function ToastCard({
  toast,
  durationMs,
  isPaused,
}: {
  toast: Toast;
  durationMs: number | null;
  isPaused: boolean;
}) {
  const labels = useUiLabels();
  const Icon = ICONS[toast.severity];
  const isUrgent = toast.severity === 'error' || toast.severity === 'warn';
  useToastTime(toast, durationMs, isPaused);
  return (
    <div
      role={isUrgent ? 'alert' : 'status'}
      data-severity={toast.severity}
      className={classNames(styles.toast, styles[toast.severity])}
    >
      <Icon size={20} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        {toast.summary && <p className={styles.summary}>{toast.summary}</p>}
        <p>{toast.text}</p>
        {toast.action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              toastStore.dismiss(toast.id);
              toast.action?.onSelect();
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <IconButton
        size="small"
        hasTooltip={false}
        label={labels.close}
        icon={<IconX size={16} />}
        onClick={() => toastStore.dismiss(toast.id)}
      />
    </div>
  );
}

/** Mounted by UiProvider. */
export function ToastRegion({ durationMs = TOAST_DURATION_MS }: { durationMs?: number }) {
  const labels = useUiLabels();
  const list = useSyncExternalStore(toastStore.subscribe, toastStore.list);
  const layer = useTopLayer();
  const region = useRef<HTMLElement>(null);
  useToastPosition(region, list, layer);
  const [pausedIn, setPausedIn] = useState<HTMLElement | null>(null);
  // Neither pointer nor focus leaves cards that are gone, or drawn again in another layer.
  const isPaused = pausedIn === layer && list.length > 0;
  if (pausedIn !== null && !isPaused) setPausedIn(null);
  const pause = () => setPausedIn(layer);
  const goOn = () => setPausedIn(null);
  return createPortal(
    <section
      ref={region}
      aria-label={labels.messages}
      className={styles.region}
      data-print="hide"
      // Cards that come to lie under a resting pointer are not pointed at.
      onPointerMove={pause}
      onPointerLeave={goOn}
      onFocus={pause}
      onBlur={goOn}
    >
      {list.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          isPaused={isPaused}
          durationMs={toast.durationMs === undefined ? durationMs : toast.durationMs}
        />
      ))}
    </section>,
    layer,
  );
}
