/** Where a floating panel goes beside its anchor, in viewport pixels. Pure, so that edges can be tested. */
export type Box = { left: number; top: number; width: number; height: number };
export type Size = { width: number; height: number };
export type Placement = 'bottom-start' | 'bottom-end' | 'top' | 'bottom';

const EDGE_PX = 8;

/** Prefers the asked side; flips when it would not fit and the other side has more room; never leaves the screen. */
export function placeNextTo(
  anchor: Box,
  panel: Size,
  screen: Size,
  placement: Placement,
  gapPx = 4,
): { left: number; top: number } {
  const spaceBelow = screen.height - anchor.top - anchor.height - gapPx - EDGE_PX;
  const spaceAbove = anchor.top - gapPx - EDGE_PX;
  const wantsTop = placement === 'top';
  const isAbove = wantsTop
    ? spaceAbove >= panel.height || spaceAbove > spaceBelow
    : panel.height > spaceBelow && spaceAbove > spaceBelow;
  const top = isAbove ? anchor.top - gapPx - panel.height : anchor.top + anchor.height + gapPx;
  const left =
    placement === 'bottom-start'
      ? anchor.left
      : placement === 'bottom-end'
        ? anchor.left + anchor.width - panel.width
        : anchor.left + (anchor.width - panel.width) / 2;
  const clamp = (value: number, size: number, whole: number) =>
    Math.max(EDGE_PX, Math.min(value, whole - size - EDGE_PX));
  return {
    left: Math.round(clamp(left, panel.width, screen.width)),
    top: Math.round(clamp(top, panel.height, screen.height)),
  };
}
