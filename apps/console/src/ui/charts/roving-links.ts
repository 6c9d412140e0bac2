// One stop of the Tab key for many links that lie in columns and rows; arrow keys go from one to the next.
import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

interface GridPosition {
  readonly x: number;
  readonly y: number;
}

const positionOf = (element: Element): GridPosition => ({
  x: Number(element.getAttribute('data-x')),
  y: Number(element.getAttribute('data-y')),
});

/** The nearest one in a direction: in line if there is one, else the least out of line. */
export function nextPosition(
  from: GridPosition,
  positions: readonly GridPosition[],
  [dx, dy]: readonly [number, number],
): number {
  let best = -1;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const [index, { x, y }] of positions.entries()) {
    const [along, across] = dx === 0 ? [(y - from.y) * dy, x - from.x] : [(x - from.x) * dx, y - from.y];
    const cost = along + Math.abs(across) * 1_000;
    if (along > 0 && cost < bestCost) {
      best = index;
      bestCost = cost;
    }
  }
  return best;
}

/** Key handler of the element that holds the links, which bear data-x and data-y. */
export function handleRovingKeys(event: KeyboardEvent<Element>): void {
  const step = steps[event.key];
  if (step === undefined || !(event.target instanceof Element)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement | SVGElement>('[data-x]')];
  const from = event.target.closest('[data-x]');
  if (from === null) return;
  const next = links[nextPosition(positionOf(from), links.map(positionOf), step)];
  event.preventDefault();
  if (next === undefined) return;
  from.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
}
