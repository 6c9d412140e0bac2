/* oxlint-disable jsx-a11y/no-static-element-interactions -- the wrapper has no box: it only listens for its child */
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './tooltip.module.css';
import { useFloating } from './use-floating.ts';

export const DELAY_MS = 400;

type TooltipProps = {
  text: string;
  /** One element that takes pointer or focus. */
  children: ReactNode;
};

/** What it says, above its anchor. */
export function Bubble({
  id,
  text,
  anchor,
}: {
  id: string;
  text: string;
  anchor: { current: Element | null };
}) {
  const panel = useRef<HTMLDivElement>(null);
  useFloating({ anchor, panel, isOpen: true, placement: 'top' });
  return (
    <div ref={panel} id={id} role="tooltip" popover="manual" className={styles.tooltip}>
      {text}
    </div>
  );
}

/** Shown after a short rest of the pointer, at once on keyboard focus; Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const wrapper = useRef<HTMLSpanElement>(null);
  const anchor = useRef<Element | null>(null);
  const timer = useRef(0);
  const [isShown, setIsShown] = useState(false);

  const hide = () => {
    window.clearTimeout(timer.current);
    setIsShown(false);
  };
  const show = (delayMs: number) => {
    anchor.current = wrapper.current?.firstElementChild ?? null;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setIsShown(true), delayMs);
  };

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    const control = anchor.current;
    if (!isShown || !control || control.getAttribute('aria-label') === text) return undefined;
    control.setAttribute('aria-describedby', id);
    return () => control.removeAttribute('aria-describedby');
  }, [isShown, id, text]);

  return (
    <span
      ref={wrapper}
      className={styles.wrapper}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {isShown && <Bubble id={id} text={text} anchor={anchor} />}
    </span>
  );
}
