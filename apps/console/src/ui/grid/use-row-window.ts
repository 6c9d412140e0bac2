import type { RefObject } from 'react';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowRange, ScrollView } from './grid-window.ts';
import { isCovered, isDrawnWhole, rowRange } from './grid-window.ts';

/** What most screens show of a list. The rest of a short one follows a moment later. */
const FIRST_VIEWPORT_PX = 720;

const isSame = (a: RowRange, b: RowRange): boolean => a.first === b.first && a.last === b.last;

/**
 * Shows the rows around the view, until the returned function is called. Those that the next step of a scroll can reach
 * are drawn and laid out after a frame, not within it; where a step would leave them, e.g. a leap, in that frame.
 */
function followScroll(
  element: HTMLElement,
  list: Pick<ScrollView, 'rowCount' | 'rowHeightPx'>,
  show: (range: RowRange) => void,
): () => void {
  let drawn: RowRange = { first: 0, last: 0 };
  let lastTopPx = element.scrollTop;
  const viewAt = (scrollTopPx: number): ScrollView => ({
    ...list,
    scrollTopPx,
    viewportPx: element.clientHeight,
  });
  const update = () => {
    drawn = rowRange(viewAt(element.scrollTop));
    show(drawn);
  };
  const afterFrame = new MessageChannel();
  afterFrame.port1.onmessage = () => {
    flushSync(update);
    // Asked for, so that it is not left to the next frame.
    void element.scrollHeight;
  };
  const handleScroll = () => {
    const topPx = element.scrollTop;
    const nextTopPx = topPx + (topPx - lastTopPx);
    lastTopPx = topPx;
    if (isCovered(viewAt(nextTopPx), drawn)) afterFrame.port2.postMessage(null);
    else flushSync(update);
  };
  const observer = new ResizeObserver(update);
  observer.observe(element);
  element.addEventListener('scroll', handleScroll, { passive: true });
  update();
  return () => {
    observer.disconnect();
    element.removeEventListener('scroll', handleScroll);
    afterFrame.port1.close();
  };
}

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
    if (!isDrawnWhole(rowCount)) return followScroll(element, { rowCount, rowHeightPx }, show);
    startTransition(() => show({ first: 0, last: rowCount }));
    return undefined;
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
