import { IconAlertTriangle } from '@tabler/icons-react';
import type { CSSProperties, KeyboardEvent, PointerEvent, RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import styles from './week-calendar.module.css';
import type { BlockChange, BlockEdge, BlockHandlers, CalendarBlock } from './week-calendar-types.ts';

type BlockProps = {
  block: CalendarBlock;
  lane: number;
  lanes: number;
  hourPx: number;
  dayCount: number;
  isShown: boolean;
  body: RefObject<HTMLDivElement | null>;
  handlers: BlockHandlers;
};

type Vars = CSSProperties & Record<`--${string}`, string | number>;

/** Changes by arrow keys; with Shift the up and down ones move the end, the others the beginning. */
function changeByKey({ key, shiftKey }: KeyboardEvent, step: number): BlockChange | null {
  const sign = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return { edge: shiftKey ? 'end' : 'whole', minutes: sign * step, days: 0 };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  return shiftKey
    ? { edge: 'start', minutes: sign * step, days: 0 }
    : { edge: 'whole', minutes: 0, days: sign };
}

export function CalendarBlockButton(props: BlockProps) {
  const { block, lane, lanes, hourPx, isShown, handlers } = props;
  const { canChange } = handlers;
  const drag = useDrag(props);
  const minutes = block.toMinute - block.fromMinute;
  const place: Vars = {
    '--day': block.day,
    '--lane': lane,
    '--lanes': lanes,
    top: `${(block.fromMinute / 60) * hourPx}px`,
    height: `${Math.max((minutes / 60) * hourPx, 12)}px`,
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && block.isHeld) handlers.onCancel();
    else if (event.key === 'Enter' && block.isHeld) handlers.onCommit();
    else if (event.key === 'Enter') handlers.onOpen(block.id);
    else {
      const change = canChange ? changeByKey(event, handlers.step) : null;
      if (change === null) return;
      handlers.onStep(block.id, change);
    }
    event.preventDefault();
  };
  return (
    <button
      type="button"
      className={classNames(
        styles.block,
        isShown && styles.shown,
        block.hasWarning && styles.warned,
        block.isHeld && styles.held,
        canChange && styles.movable,
      )}
      style={place}
      aria-label={block.label}
      title={block.label}
      onKeyDown={handleKey}
      onBlur={() => block.isHeld && !drag.isOn && handlers.onCommit()}
      onPointerDown={(event) => drag.take(event, 'whole')}
      onClick={(event) => event.detail > 0 && !drag.hasMoved() && handlers.onOpen(block.id)}
    >
      <span className={styles.blockName}>
        {block.hasWarning && <IconAlertTriangle size={14} aria-hidden />}
        {block.name}
      </span>
      <span className={styles.blockText}>{block.text}</span>
      {canChange && <Grips block={block} onTake={drag.take} />}
    </button>
  );
}

type GripsProps = {
  block: CalendarBlock;
  onTake: (event: PointerEvent, edge: BlockEdge) => void;
};

function Grips({ block, onTake }: GripsProps) {
  return (
    <>
      {block.hasStart && (
        <span className={styles.startGrip} onPointerDown={(event) => onTake(event, 'start')} />
      )}
      {block.hasEnd && <span className={styles.endGrip} onPointerDown={(event) => onTake(event, 'end')} />}
    </>
  );
}

type Taken = { readonly x: number; readonly y: number; readonly edge: BlockEdge };

/** Follows the pointer from where it took the block. */
function useDrag({ block, body, hourPx, dayCount, handlers }: BlockProps) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const hasMoved = useRef(false);
  const follow = useEffectEvent((event: globalThis.PointerEvent) => {
    if (taken === null) return;
    const column = (body.current?.getBoundingClientRect().width ?? 0) / dayCount;
    const steps = Math.round(((event.clientY - taken.y) / hourPx) * (60 / handlers.step));
    const isSide = taken.edge === 'whole' && column > 60;
    const days = isSide ? Math.round((event.clientX - taken.x) / column) : 0;
    if (steps === 0 && days === 0 && !hasMoved.current) return;
    hasMoved.current = true;
    handlers.onDrag(block.id, { edge: taken.edge, minutes: steps * handlers.step, days });
  });
  const end = useEffectEvent((isKept: boolean) => {
    setTaken(null);
    if (!hasMoved.current) return;
    if (isKept) handlers.onCommit();
    else handlers.onCancel();
  });
  const isOn = taken !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('pointermove', (event) => follow(event), { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && end(false), { signal });
    return () => listening.abort();
  }, [isOn]);
  return {
    isOn,
    hasMoved: () => hasMoved.current,
    take: (event: PointerEvent, edge: BlockEdge) => {
      hasMoved.current = false;
      event.stopPropagation();
      // On touch the page scrolls; blocks are changed by the form there.
      if (event.button !== 0 || event.pointerType === 'touch' || !handlers.canChange) return;
      setTaken({ x: event.clientX, y: event.clientY, edge });
    },
  };
}
