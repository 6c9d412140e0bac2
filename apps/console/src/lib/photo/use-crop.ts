// Moving and zooming a crop by mouse, touch and keyboard.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { profileImageMinSidePx } from '@watchpost/domain/limits';
import { type Crop, firstCrop, movedBy, zoomedTo } from './crop-geometry.ts';

const keyStep = 0.05;
const zoomStep = 1.1;

const moves: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};
const zooms: Readonly<Record<string, number>> = { '+': 1 / zoomStep, '=': 1 / zoomStep, '-': zoomStep };

interface Point {
  readonly x: number;
  readonly y: number;
}

/** React listens passively, which would let the page scroll along. */
function useWheel(ref: RefObject<HTMLCanvasElement | null>, zoomBy: (factor: number) => void): void {
  const latest = useRef(zoomBy);
  useEffect(() => {
    latest.current = zoomBy;
  });
  useEffect(() => {
    const canvas = ref.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event.deltaY > 0 ? zoomStep : 1 / zoomStep);
    };
    canvas?.addEventListener('wheel', onWheel, { passive: false });
    return () => canvas?.removeEventListener('wheel', onWheel);
  }, [ref]);
}

export function useCrop(picture: ImageBitmap, canvasRef: RefObject<HTMLCanvasElement | null>) {
  const [crop, setCrop] = useState<Crop>(() => firstCrop(picture));
  const pointers = useRef(new Map<number, Point>());
  const move = (right: number, down: number) => setCrop((now) => movedBy(now, right, down, picture));
  const zoomBy = (factor: number) =>
    setCrop((now) => zoomedTo(now, now.side * factor, picture, profileImageMinSidePx));

  useWheel(canvasRef, zoomBy);

  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const positions = pointers.current;
    const before = positions.get(event.pointerId);
    if (before === undefined) return;
    const point = { x: event.clientX, y: event.clientY };
    const other = [...positions].find(([id]) => id !== event.pointerId)?.[1];
    positions.set(event.pointerId, point);
    if (other !== undefined) {
      const distance = (from: Point) => Math.max(Math.hypot(from.x - other.x, from.y - other.y), 1);
      zoomBy(distance(before) / distance(point));
      return;
    }
    const scale = crop.side / event.currentTarget.getBoundingClientRect().width;
    move((before.x - point.x) * scale, (before.y - point.y) * scale);
  };
  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId);

  return {
    crop,
    zoomTo: (side: number) => setCrop((now) => zoomedTo(now, side, picture, profileImageMinSidePx)),
    handlers: {
      onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown(event: KeyboardEvent) {
        const [right, down] = moves[event.key] ?? [0, 0];
        const factor = zooms[event.key];
        if (factor === undefined && right === 0 && down === 0) return;
        event.preventDefault();
        if (factor !== undefined) zoomBy(factor);
        else move(right * crop.side, down * crop.side);
      },
    },
  };
}
