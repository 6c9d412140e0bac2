import { useEffect, useRef, useState } from 'react';
import styles from './hold-button.module.css';

interface HoldProps {
  readonly label: string;
  readonly holdMs: number;
  readonly onHeld: () => void;
}

const everyMs = 50;

/** Acts only after it was held for so long, by finger or key; letting go before takes it back. */
export function HoldButton({ label, holdMs, onHeld }: HoldProps) {
  const [heldMs, setHeldMs] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const release = () => {
    clearInterval(timer.current);
    timer.current = undefined;
    setHeldMs(null);
  };
  const press = () => {
    if (timer.current !== undefined) return;
    const sinceMs = performance.now();
    setHeldMs(0);
    timer.current = setInterval(() => {
      const ms = performance.now() - sinceMs;
      if (ms < holdMs) setHeldMs(ms);
      else {
        release();
        onHeld();
      }
    }, everyMs);
  };
  useEffect(() => () => clearInterval(timer.current), []);
  return (
    <button
      type="button"
      className={styles.hold}
      aria-label={label}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onKeyDown={({ key }) => (key === 'Enter' || key === ' ') && press()}
      onKeyUp={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span className={styles.fill} style={{ height: `${Math.min(1, (heldMs ?? 0) / holdMs) * 100}%` }} />
      {heldMs === null ? (
        <span className={styles.label}>{label}</span>
      ) : (
        <span className={styles.count}>{Math.max(1, Math.ceil((holdMs - heldMs) / 1_000))}</span>
      )}
    </button>
  );
}
