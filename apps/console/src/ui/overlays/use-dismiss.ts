/** Closes a floating panel on Escape, or when press or focus leaves both the panel and its anchor. */
import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';

export function useDismiss(
  isOpen: boolean,
  parts: readonly RefObject<Element | null>[],
  onDismiss: (reason: 'escape' | 'outside') => void,
): void {
  const handleOutside = useEffectEvent((event: Event) => {
    const { target } = event;
    if (!(target instanceof Node) || parts.some((part) => part.current?.contains(target))) return;
    onDismiss('outside');
  });
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // A modal beneath must not take the same Escape.
    event.preventDefault();
    event.stopPropagation();
    onDismiss('escape');
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const handler = (event: Event) => handleOutside(event);
    const key = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('pointerdown', handler, true);
    document.addEventListener('focusin', handler, true);
    document.addEventListener('keydown', key, true);
    return () => {
      document.removeEventListener('pointerdown', handler, true);
      document.removeEventListener('focusin', handler, true);
      document.removeEventListener('keydown', key, true);
    };
  }, [isOpen]);
}
