import { type RefObject, useEffect, useState } from 'react';

/** Width of an element in CSS pixels, followed as it changes; `before` until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>, before: number): number {
  const [width, setWidth] = useState(before);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
