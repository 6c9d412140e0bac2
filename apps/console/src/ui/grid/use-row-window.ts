import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowRange } from './grid-window.ts';
import { rowRange } from './grid-window.ts';

const FIRST_VIEWPORT_PX = 800;

const isSame = (a: RowRange, b: RowRange): boolean => a.first === b.first && a.last === b.last;

/** The rows to draw for the scroller's position; all of them while printing. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  rowHeightPx: number,
): RowRange {
  const [scrolled, setScrolled] = useState<RowRange>(() =>
    rowRange(0, FIRST_VIEWPORT_PX, rowHeightPx, rowCount),
  );
  const [isPrinting, setIsPrinting] = useState(false);

  // Not a layout effect: those of a child run before its parent's ref is set.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => {
      const next = rowRange(element.scrollTop, element.clientHeight, rowHeightPx, rowCount);
      setScrolled((current) => (isSame(current, next) ? current : next));
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    update();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, rowCount, rowHeightPx]);

  useEffect(() => {
    const start = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);

  const last = Math.min(scrolled.last, rowCount);
  return isPrinting ? { first: 0, last: rowCount } : { first: Math.min(scrolled.first, last), last };
}
