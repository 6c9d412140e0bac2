import type { RefObject } from 'react';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowRange } from './grid-window.ts';
import { isDrawnWhole, rowRange } from './grid-window.ts';

/** What most screens show of a list. The rest of a short one follows a moment later. */
const FIRST_VIEWPORT_PX = 720;

const isSame = (a: RowRange, b: RowRange): boolean => a.first === b.first && a.last === b.last;

/** The rows to draw for the scroller's position; all of them while printing. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  rowHeightPx: number,
): RowRange {
  const [scrolled, setScrolled] = useState<RowRange>(() => ({
    first: 0,
    last: Math.min(rowCount, Math.ceil(FIRST_VIEWPORT_PX / rowHeightPx)),
  }));
  const [isPrinting, setIsPrinting] = useState(false);

  // Not a layout effect: those of a child run before its parent's ref is set.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const show = (next: RowRange) => setScrolled((current) => (isSame(current, next) ? current : next));
    if (isDrawnWhole(rowCount)) {
      startTransition(() => show({ first: 0, last: rowCount }));
      return undefined;
    }
    const update = () => show(rowRange(element.scrollTop, element.clientHeight, rowHeightPx, rowCount));
    const observer = new ResizeObserver(update);
    observer.observe(element);
    // At once: the rows are in the frame that scrolled to them, and no task of its own comes between two frames.
    const updateAtOnce = () => flushSync(update);
    element.addEventListener('scroll', updateAtOnce, { passive: true });
    update();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', updateAtOnce);
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
