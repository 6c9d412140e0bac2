/** Tooltips of elements that are too many to have one each: of whatever bears data-tip, by pointer, finger and keyboard. */
import { useEffect, useState } from 'react';
import { Bubble, DELAY_MS } from './tooltip.tsx';

const TIPPED = '[data-tip]';

/** An element's own, or that of the only one in it: a cell or a link that takes the focus in its place. */
function tipAt(target: EventTarget | null, looksInside: boolean): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const around = target.closest<HTMLElement>(TIPPED);
  if (around !== null || !looksInside) return around;
  const [inside, another] = target.querySelectorAll<HTMLElement>(TIPPED);
  return another === undefined ? (inside ?? null) : null;
}

type Shown = { anchor: { current: Element }; text: string; focused: Element | null };

function listen(change: (shown: Shown | null) => void): () => void {
  let timer = 0;
  let isOfFocus = false;
  const hide = () => {
    window.clearTimeout(timer);
    change(null);
  };
  const show = (anchor: HTMLElement, delayMs: number, focused: Element | null = null) => {
    window.clearTimeout(timer);
    isOfFocus = focused !== null;
    const draw = () => change({ anchor: { current: anchor }, text: anchor.dataset.tip ?? '', focused });
    if (delayMs === 0) draw();
    else timer = window.setTimeout(draw, delayMs);
  };
  const stops = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    handle: (event: DocumentEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) => document.addEventListener(name, handle, { ...options, signal: stops.signal });
  on('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    const anchor = tipAt(event.target, false);
    if (anchor === null) hide();
    else show(anchor, DELAY_MS);
  });
  on('pointerdown', hide);
  // Not where the finger scrolled: that ends with another event.
  on('pointerup', (event) => {
    const anchor = event.pointerType === 'touch' ? tipAt(event.target, false) : null;
    if (anchor !== null) show(anchor, 0);
  });
  on('focusin', (event) => {
    const focused =
      event.target instanceof Element && event.target.matches(':focus-visible') ? event.target : null;
    const anchor = focused === null ? null : tipAt(focused, true);
    if (anchor !== null) show(anchor, 0, focused);
  });
  on('focusout', hide);
  on('keydown', (event) => event.key === 'Escape' && hide());
  on('scroll', () => !isOfFocus && hide(), { capture: true, passive: true });
  window.addEventListener('hashchange', hide, { signal: stops.signal });
  return () => {
    window.clearTimeout(timer);
    stops.abort();
  };
}

const ID = 'tip';

/** Mount once. */
export function Tips() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => listen(setShown), []);
  const focused = shown?.focused ?? null;
  useEffect(() => {
    if (focused === null) return undefined;
    focused.setAttribute('aria-describedby', ID);
    return () => focused.removeAttribute('aria-describedby');
  }, [focused]);
  return shown !== null && <Bubble id={ID} text={shown.text} anchor={shown.anchor} />;
}
