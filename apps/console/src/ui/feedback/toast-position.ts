// Where toasts stand: in the corner, above whatever saves there (marked data-keep-clear).
import type { RefObject } from 'react';
import { useEffect, useLayoutEffect } from 'react';

const edgePx = 16;
const gapPx = 8;

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** Pixels between the bottom of the window and toasts of that place and height, so that they cover none of the bars. */
export function toastBottom(
  toasts: Pick<Box, 'left' | 'right'> & { readonly height: number },
  bars: readonly Box[],
  windowHeight: number,
): number {
  let bottom = edgePx;
  for (const bar of bars.toSorted((one, other) => other.top - one.top)) {
    const isClear = bar.right <= toasts.left || bar.left >= toasts.right;
    const lowest = windowHeight - bottom;
    const isCovered = !isClear && bar.top < lowest && bar.bottom > lowest - toasts.height;
    if (isCovered) bottom = windowHeight - bar.top + gapPx;
  }
  return bottom + toasts.height > windowHeight ? edgePx : bottom;
}

/** What lies behind a modal cannot be used in the meantime: only bars of the layer itself are kept clear. */
function move(region: HTMLElement, layer: HTMLElement): void {
  const bars = [...layer.querySelectorAll('[data-keep-clear]')].map((bar) => bar.getBoundingClientRect());
  const bottom = toastBottom(region.getBoundingClientRect(), bars, window.innerHeight);
  region.style.setProperty('--toast-bottom', `${bottom}px`);
}

/** Places the region for the toasts that it shows now within `layer`, and again when the page moves or changes under them. */
export function useToastPosition(
  ref: RefObject<HTMLElement | null>,
  shown: readonly unknown[],
  layer: HTMLElement,
): void {
  useLayoutEffect(() => {
    if (ref.current !== null && shown.length > 0) move(ref.current, layer);
  }, [ref, shown, layer]);
  const isShown = shown.length > 0;
  useEffect(() => {
    if (!isShown) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const again = () => ref.current !== null && move(ref.current, layer);
    window.addEventListener('scroll', again, { signal, capture: true, passive: true });
    window.addEventListener('resize', again, { signal });
    const bars = new MutationObserver(again);
    bars.observe(layer, { childList: true, subtree: true });
    return () => {
      listening.abort();
      bars.disconnect();
    };
  }, [ref, isShown, layer]);
}
