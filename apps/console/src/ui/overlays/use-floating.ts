/** Shows a popover element in the top layer beside an anchor and keeps it there while the page scrolls. */
import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';
import type { Placement } from './placement.ts';
import { placeNextTo } from './placement.ts';

type FloatingOptions = {
  anchor: RefObject<Element | null>;
  panel: RefObject<HTMLElement | null>;
  isOpen: boolean;
  placement: Placement;
  /** The panel is at least as wide as its anchor. */
  matchesWidth?: boolean;
};

function position(anchor: Element, panel: HTMLElement, placement: Placement, matchesWidth: boolean): void {
  const box = anchor.getBoundingClientRect();
  if (matchesWidth) panel.style.minWidth = `${box.width}px`;
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const screen = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const { left, top } = placeNextTo(box, size, screen, placement);
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

/** The panel element needs popover="manual". */
export function useFloating({
  anchor,
  panel,
  isOpen,
  placement,
  matchesWidth = false,
}: FloatingOptions): void {
  useLayoutEffect(() => {
    const [anchorElement, panelElement] = [anchor.current, panel.current];
    if (!isOpen || !anchorElement || !panelElement) return undefined;
    const update = () => position(anchorElement, panelElement, placement, matchesWidth);
    if (!panelElement.matches(':popover-open')) panelElement.showPopover();
    update();
    const observer = new ResizeObserver(update);
    observer.observe(panelElement);
    window.addEventListener('resize', update);
    window.addEventListener('scroll', update, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', update);
      window.removeEventListener('scroll', update, { capture: true });
      if (panelElement.matches(':popover-open')) panelElement.hidePopover();
    };
  }, [anchor, panel, isOpen, placement, matchesWidth]);
}
