// Moving and resizing a block by pointer: mouse and pen at once, a finger once it has rested on the block.
import type { PointerEvent, RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BlockEdge, BlockHandlers, CalendarBlock } from './week-calendar-types.ts';

interface DragProps {
  readonly block: CalendarBlock;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly hourPx: number;
  readonly dayCount: number;
  readonly handlers: BlockHandlers;
}

type Taken = { readonly x: number; readonly y: number; readonly edge: BlockEdge };

/** A finger that moves sooner scrolls the page. */
const liftMs = 350;
/** A resting finger trembles by no more. */
const tremblePx = 8;

/** Follows the pointer from where it took the block; `element` is the block's, from which touches come. */
export function useBlockDrag(element: RefObject<HTMLElement | null>, props: DragProps) {
  const { block, body, hourPx, dayCount, handlers } = props;
  const [taken, setTaken] = useState<Taken | null>(null);
  const hasMoved = useRef(false);
  const isOn = taken !== null;
  const waitForLift = useLift(setTaken);
  useTouchCapture(element, isOn);
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
  const end = useEffectEvent((isDrop: boolean) => {
    setTaken(null);
    if (!hasMoved.current) return;
    if (isDrop) handlers.onCommit();
    else handlers.onCancel();
  });
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
      if (event.button !== 0 || !handlers.canChange) return;
      const start = { x: event.clientX, y: event.clientY, edge };
      if (event.pointerType === 'touch' && edge === 'whole') waitForLift(start);
      else setTaken(start);
    },
  };
}

/** Takes the block once the finger has rested on it, unless it moves, leaves or scrolls before. */
function useLift(onLifted: (start: Taken) => void): (start: Taken) => void {
  const waiting = useRef<AbortController | null>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  return (start) => {
    waiting.current?.abort();
    const over = new AbortController();
    const { signal } = over;
    waiting.current = over;
    const timer = window.setTimeout(() => {
      over.abort();
      onLifted(start);
    }, liftMs);
    signal.addEventListener('abort', () => window.clearTimeout(timer));
    for (const gone of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(gone, () => over.abort(), { signal });
    const watch = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > tremblePx) over.abort();
    };
    window.addEventListener('pointermove', watch, { signal });
  };
}

/** While a block is held its touches scroll nothing. Listens from the start, for browsers look at that before a touch. */
function useTouchCapture(element: RefObject<HTMLElement | null>, isOn: boolean): void {
  const capture = useEffectEvent((event: TouchEvent) => {
    if (isOn && event.cancelable) event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    element.current?.addEventListener('touchmove', (event) => capture(event), { signal, passive: false });
    return () => listening.abort();
  }, [element]);
}
