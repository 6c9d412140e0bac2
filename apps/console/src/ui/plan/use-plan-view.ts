// Moving and zooming a plan by mouse, touch and keyboard.
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { movedBy, planPointAt, type Point, settled, type Size, WHOLE, zoomedBy } from './plan-geometry.ts';

const WHEEL_STEP = 1.15;
export const BUTTON_STEP = 1.5;
const KEY_STEP_PX = 60;

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: KEY_STEP_PX, y: 0 },
  ArrowRight: { x: -KEY_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP_PX },
  ArrowDown: { x: 0, y: -KEY_STEP_PX },
};
const ZOOMS: Readonly<Record<string, number>> = { '+': BUTTON_STEP, '=': BUTTON_STEP, '-': 1 / BUTTON_STEP };

function useSizeOf(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 1, height: 1 });
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** React listens passively, which would let the page scroll along. */
function useWheel(frameRef: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  const handleWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onWheel(event);
  });
  useEffect(() => {
    const element = frameRef.current;
    const wheel = (event: WheelEvent) => handleWheel(event);
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [frameRef]);
}

type Client = { clientX: number; clientY: number };

/** A point of the window as one of the frame. */
function pointWithin(frame: HTMLElement | null, { clientX, clientY }: Client): Point {
  const box = frame?.getBoundingClientRect();
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
}

export function usePlanView(frameRef: RefObject<HTMLDivElement | null>, plan: Size) {
  const frame = useSizeOf(frameRef);
  const [chosen, setChosen] = useState(WHOLE);
  const pressed = useRef(new Map<number, Point>());
  const view = settled(chosen, plan, frame);

  const inFrame = (client: Client) => pointWithin(frameRef.current, client);
  const zoomBy = (factor: number, about: Point = { x: frame.width / 2, y: frame.height / 2 }) =>
    setChosen((now) => zoomedBy(now, factor, about, plan, frame));
  const moveBy = (by: Point) => setChosen((now) => movedBy(now, by, plan, frame));

  useWheel(frameRef, (event) => zoomBy(event.deltaY > 0 ? 1 / WHEEL_STEP : WHEEL_STEP, inFrame(event)));

  const onPointerMove = (event: PointerEvent) => {
    const before = pressed.current.get(event.pointerId);
    if (before === undefined) return;
    const point = inFrame(event);
    const other = [...pressed.current].find(([id]) => id !== event.pointerId)?.[1];
    pressed.current.set(event.pointerId, point);
    if (other === undefined) return moveBy({ x: point.x - before.x, y: point.y - before.y });
    const apart = (from: Point) => Math.max(Math.hypot(from.x - other.x, from.y - other.y), 1);
    zoomBy(apart(point) / apart(before), { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
  };
  const release = (event: PointerEvent) => void pressed.current.delete(event.pointerId);

  return {
    frame,
    view,
    zoomBy,
    reset: () => setChosen(WHOLE),
    /** Of the plan, in the middle of what is seen. */
    centre: () => planPointAt(view, { x: frame.width / 2, y: frame.height / 2 }, plan, frame),
    pointAt: (client: Client) => planPointAt(view, inFrame(client), plan, frame),
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current.set(event.pointerId, inFrame(event));
      },
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown(event: KeyboardEvent) {
        const by = MOVES[event.key];
        const factor = ZOOMS[event.key];
        // Those of a pin are its own.
        if (event.target !== event.currentTarget || (by === undefined && factor === undefined)) return;
        event.preventDefault();
        if (factor !== undefined) zoomBy(factor);
        if (by !== undefined) moveBy(by);
      },
    },
  };
}
export type PlanViewState = ReturnType<typeof usePlanView>;
