import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

export type SortableItem = { readonly id: string; readonly name: string };

/** Places count from 1. */
export type SortableTexts = {
  handle: (name: string) => string;
  up: (name: string) => string;
  down: (name: string) => string;
  grabbed: (name: string, position: number, count: number) => string;
  moved: (name: string, position: number, count: number) => string;
  dropped: (name: string, position: number, count: number) => string;
  cancelled: (name: string) => string;
};

type Sorting = {
  items: readonly SortableItem[];
  texts: SortableTexts;
  onMove: (from: number, to: number) => void;
};

type Grab = { readonly id: string; readonly from: number; readonly by: 'keys' | 'pointer' };

const stepByKey: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export function useSorting(list: RefObject<HTMLOListElement | null>, sorting: Sorting) {
  const grabbing = useGrab(list, sorting);
  usePointer(list, grabbing);
  const { grab, take, drop, cancel, move, positionOf } = grabbing;
  return {
    announcement: grabbing.announcement,
    grabbedId: grab?.id ?? null,
    step: move,
    handleBlur: grabbing.leave,
    handlePointerDown: (event: PointerEvent, item: SortableItem) => {
      if (event.button === 0) take(item, 'pointer');
    },
    handleKey: (event: KeyboardEvent, item: SortableItem) => {
      const isGrabbed = grab?.id === item.id;
      const step = stepByKey[event.key];
      if (event.key === ' ' || (event.key === 'Enter' && isGrabbed)) {
        event.preventDefault();
        if (isGrabbed) drop();
        else take(item, 'keys');
      } else if (isGrabbed && step !== undefined) {
        event.preventDefault();
        move(positionOf(item.id), positionOf(item.id) + step);
      } else if (isGrabbed && event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        cancel();
      }
    },
  };
}

/** The item that is held, and what can become of it. */
function useGrab(list: RefObject<HTMLOListElement | null>, { items, texts, onMove }: Sorting) {
  const [grab, setGrab] = useState<Grab | null>(null);
  const [announcement, setAnnouncement] = useState('');
  /** Rows that are put elsewhere lose the focus for a moment, which is no leaving. */
  const isMoving = useRef(false);
  useLayoutEffect(() => {
    if (grab?.by === 'keys') handleOf(list.current, grab.id)?.focus();
    isMoving.current = false;
  }, [list, items, grab]);

  const positionOf = (id: string) => items.findIndex((item) => item.id === id);
  const nameOf = (id: string) => items.find((item) => item.id === id)?.name ?? '';
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || from === to || to < 0 || to >= items.length) return;
    isMoving.current = true;
    onMove(from, to);
    setAnnouncement(texts.moved(item.name, to + 1, items.length));
  };
  const drop = () => {
    if (grab !== null) setAnnouncement(texts.dropped(nameOf(grab.id), positionOf(grab.id) + 1, items.length));
    setGrab(null);
  };
  const cancel = () => {
    if (grab === null) return;
    move(positionOf(grab.id), grab.from);
    setAnnouncement(texts.cancelled(nameOf(grab.id)));
    setGrab(null);
  };
  const take = (item: SortableItem, by: Grab['by']) => {
    const from = positionOf(item.id);
    setGrab({ id: item.id, from, by });
    setAnnouncement(texts.grabbed(item.name, from + 1, items.length));
  };
  const leave = () => {
    if (grab?.by === 'keys' && !isMoving.current) drop();
  };
  return { grab, announcement, positionOf, move, drop, cancel, take, leave };
}

/** While the pointer holds an item, it stands where the pointer is. */
function usePointer(list: RefObject<HTMLOListElement | null>, grabbing: ReturnType<typeof useGrab>): void {
  const follow = useEffectEvent((y: number) => {
    const { grab, positionOf, move } = grabbing;
    const to = positionAt(list.current, y);
    if (grab !== null && to !== null) move(positionOf(grab.id), to);
  });
  const end = useEffectEvent((isDrop: boolean) => (isDrop ? grabbing.drop() : grabbing.cancel()));
  const isDragged = grabbing.grab?.by === 'pointer';
  useEffect(() => {
    if (!isDragged) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('pointermove', (event) => follow(event.clientY), { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && end(false), { signal });
    return () => listening.abort();
  }, [isDragged]);
}

function handleOf(list: HTMLOListElement | null, id: string): HTMLElement | null {
  for (const row of list?.children ?? [])
    if (row instanceof HTMLElement && row.dataset['id'] === id) return row.querySelector('button');
  return null;
}

/** The row at a height; the nearest beyond both ends. */
function positionAt(list: HTMLOListElement | null, y: number): number | null {
  const rows = [...(list?.children ?? [])];
  if (rows.length === 0) return null;
  const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return at === -1 ? rows.length - 1 : at;
}
