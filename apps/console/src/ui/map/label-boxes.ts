/** Where the names of places stand, so that none lies on another or on a place. Pure. */

export type LabelBox = { x: number; y: number; width: number; height: number };
export type NameSide = 'right' | 'left' | 'above' | 'below';

export type Box = { left: number; top: number; right: number; bottom: number };

const GAP_PX = 7;
const DOT_RADIUS_PX = 5;
const sides: readonly NameSide[] = ['right', 'left', 'above', 'below'];

function boxOf({ x, y, width, height }: LabelBox, side: NameSide): Box {
  const left = { right: x + GAP_PX, left: x - GAP_PX - width, above: x - width / 2, below: x - width / 2 }[
    side
  ];
  const top = { right: y - height / 2, left: y - height / 2, above: y - GAP_PX - height, below: y + GAP_PX }[
    side
  ];
  return { left, top, right: left + width, bottom: top + height };
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const dotOf = ({ x, y }: LabelBox): Box => ({
  left: x - DOT_RADIUS_PX,
  top: y - DOT_RADIUS_PX,
  right: x + DOT_RADIUS_PX,
  bottom: y + DOT_RADIUS_PX,
});

/**
 * The side of each place on which its name is free, in the order given; null where there is no room. Nothing lies on
 * the obstacles. All in pixels.
 */
export function layOutLabels(
  boxes: readonly LabelBox[],
  obstacles: readonly Box[] = [],
): (NameSide | null)[] {
  const taken: Box[] = [...boxes.map(dotOf), ...obstacles];
  return boxes.map((place) => {
    const free = sides.find((side) => {
      const box = boxOf(place, side);
      return !taken.some((other) => overlap(box, other));
    });
    if (free === undefined) return null;
    taken.push(boxOf(place, free));
    return free;
  });
}
