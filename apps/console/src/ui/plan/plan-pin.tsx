/** One point on a plan. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { type Point, steppedBy } from './plan-geometry.ts';
import styles from './plan-view.module.css';

export type Pin = {
  id: string;
  label: string;
  /** With where it stands, spoken. */
  spoken: string;
  at: Point;
  /** Counts for nothing at present. */
  isMuted?: boolean;
};

export const pinElementId = (id: string): string => `plan-pin-${id}`;

const STEP = 0.01;
const LARGE_STEP = 0.05;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** About as wide as its label is; the style sheet cuts longer ones. */
const LETTER_PX = 7;
const LABEL_MAX_PX = 180;
const DOT_GAP_PX = 30;

/** Whether the label stands on the other side, because the plan's edge would cut it. */
function isFlipped({ label }: Pin, x: number, sheetWidth: number): boolean {
  const space = Math.min(label.length * LETTER_PX, LABEL_MAX_PX) + DOT_GAP_PX;
  return x * sheetWidth + space > sheetWidth;
}

type PlanPinProps = {
  pin: Pin;
  /** Pixels on screen. */
  sheetWidth: number;
  isReadOnly: boolean;
  isSelected: boolean;
  pointAt: (client: { clientX: number; clientY: number }) => Point;
  onSelect: () => void;
  onMove: (to: Point, by: 'pointer' | 'key') => void;
  onRemove: () => void;
};

/** Where it is while it is dragged; null otherwise. */
function useDrag({ pin, isReadOnly, pointAt, onSelect, onMove }: PlanPinProps) {
  const [at, setAt] = useState<Point | null>(null);
  /** From where it was taken hold of to its own point. */
  const grip = useRef<Point | null>(null);
  const target = (event: PointerEvent): Point => {
    const { x, y } = pointAt(event);
    return steppedBy({ x: x + (grip.current?.x ?? 0), y: y + (grip.current?.y ?? 0) }, 0, 0);
  };
  const end = () => {
    grip.current = null;
    setAt(null);
  };
  return {
    at,
    cancel: end,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.stopPropagation();
        onSelect();
        if (isReadOnly || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const start = pointAt(event);
        grip.current = { x: pin.at.x - start.x, y: pin.at.y - start.y };
      },
      onPointerMove(event: PointerEvent) {
        if (grip.current !== null) setAt(target(event));
      },
      onPointerUp(event: PointerEvent) {
        if (grip.current !== null && at !== null) onMove(target(event), 'pointer');
        end();
      },
      onPointerCancel: end,
    },
  };
}

export function PlanPin(props: PlanPinProps) {
  const { pin, isReadOnly, isSelected, onSelect, onMove, onRemove } = props;
  const drag = useDrag(props);
  const { x, y } = drag.at ?? pin.at;
  const handleKey = (event: KeyboardEvent) => {
    if (isReadOnly) return;
    const direction = DIRECTIONS[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      const step = event.shiftKey ? LARGE_STEP : STEP;
      onMove(steppedBy(pin.at, direction[0] * step, direction[1] * step), 'key');
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove();
    } else if (event.key === 'Escape') drag.cancel();
  };
  return (
    <button
      type="button"
      id={pinElementId(pin.id)}
      aria-label={pin.spoken}
      aria-pressed={isSelected}
      className={classNames(
        styles.pin,
        isSelected && styles.selected,
        pin.isMuted && styles.quiet,
        isFlipped(pin, x, props.sheetWidth) && styles.flipped,
        drag.at !== null && styles.dragged,
      )}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      onClick={onSelect}
      onKeyDown={handleKey}
      {...drag.handlers}
    >
      <span className={styles.dot} />
      <span className={styles.name}>{pin.label}</span>
    </button>
  );
}
