import type { ReactNode, Ref } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './side-scroll.module.css';

type SideScrollProps = {
  ref?: Ref<HTMLDivElement>;
  className?: string;
  /** Lets keys scroll what holds nothing to focus. */
  isFocusable?: boolean;
  /** What stands at the start stays there and needs no fade. */
  isStartFixed?: boolean;
  children: ReactNode;
};

/** Less than this is the rounding of a position, not content out of view. */
const TOLERANCE_PX = 1;

/** Says in `data-more` at which sides more follows: `start`, `end`, both or neither. */
function markSides(element: HTMLElement): void {
  const startPx = Math.abs(element.scrollLeft);
  const endPx = element.scrollWidth - element.clientWidth - startPx;
  const sides = [startPx > TOLERANCE_PX && 'start', endPx > TOLERANCE_PX && 'end'];
  element.dataset.more = sides.filter(Boolean).join(' ');
}

/** What is wider than its place scrolls sideways by itself and fades out where more follows. */
export function SideScroll({ ref, className, isFocusable, isStartFixed, children }: SideScrollProps) {
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const mark = () => markSides(element);
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', mark, { passive: true });
    mark();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  const setArea = (element: HTMLDivElement | null) => {
    area.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <div
      ref={setArea}
      className={classNames(styles.place, className)}
      data-start-fixed={isStartFixed || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys can scroll it
      tabIndex={isFocusable ? 0 : undefined}
    >
      {children}
    </div>
  );
}
