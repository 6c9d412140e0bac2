import type { RefObject } from 'react';
import { useEffect } from 'react';

/** The padding of a cell: less than this hides no content. */
const TOLERANCE_PX = 12;

/** Where a browser has no event for the end of a scroll, each step of it is one. */
const settled = 'onscrollend' in window ? 'scrollend' : 'scroll';

/**
 * Says in the `data-more` of the scroller's parent at which sides columns are out of view: `start`, `end`, both or
 * neither. It looks after a scroll has ended or a size changed, so that no frame of a scroll pays for it.
 */
export function useSideHint(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const parent = element?.parentElement;
    if (!element || !parent) return undefined;
    const mark = () => {
      const startPx = Math.abs(element.scrollLeft);
      const endPx = element.scrollWidth - element.clientWidth - startPx;
      const sides = [startPx > TOLERANCE_PX && 'start', endPx > TOLERANCE_PX && 'end'];
      parent.dataset.more = sides.filter(Boolean).join(' ');
    };
    const observer = new ResizeObserver(mark);
    // Asked in the midst of a frame, the browser would lay out the page for it.
    let timer = 0;
    const markSoon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(mark);
    };
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener(settled, markSoon, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      element.removeEventListener(settled, markSoon);
    };
  }, [scroller]);
}
