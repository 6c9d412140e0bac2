import { IconAlertTriangle } from '@tabler/icons-react';
import type { CSSProperties, KeyboardEvent, PointerEvent, RefObject } from 'react';
import { useRef } from 'react';
import { classNames } from '../class-names.ts';
import { useBlockDrag } from './use-block-drag.ts';
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

function handleKey(event: KeyboardEvent, block: CalendarBlock, handlers: BlockHandlers): void {
  if (event.key === 'Escape' && block.isGrabbed) handlers.onCancel();
  else if (event.key === 'Enter' && block.isGrabbed) handlers.onCommit();
  else if (event.key === 'Enter') handlers.onOpen(block.id);
  else {
    const change = handlers.canChange ? changeByKey(event, handlers.step) : null;
    if (change === null) return;
    handlers.onStep(block.id, change);
  }
  event.preventDefault();
}

export function CalendarBlockButton(props: BlockProps) {
  const { block, lane, lanes, hourPx, isShown, handlers } = props;
  const { canChange } = handlers;
  const element = useRef<HTMLButtonElement>(null);
  const drag = useBlockDrag(element, props);
  const minutes = block.toMinute - block.fromMinute;
  const style: Vars = {
    '--day': block.day,
    '--lane': lane,
    '--lanes': lanes,
    top: `${(block.fromMinute / 60) * hourPx}px`,
    height: `${Math.max((minutes / 60) * hourPx, 12)}px`,
  };
  return (
    <button
      ref={element}
      type="button"
      data-held={drag.isOn ? '' : undefined}
      className={classNames(
        styles.block,
        isShown && styles.shown,
        block.hasWarning && styles.warned,
        (block.isGrabbed || drag.isOn) && styles.held,
        canChange && styles.movable,
      )}
      style={style}
      aria-label={block.label}
      title={block.label}
      onKeyDown={(event) => handleKey(event, block, handlers)}
      onBlur={() => block.isGrabbed && !drag.isOn && handlers.onCommit()}
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
