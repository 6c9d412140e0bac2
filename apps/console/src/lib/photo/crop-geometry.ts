// The square that is cut out of a picture; all lengths are pixels of the picture.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

export const largestSide = ({ width, height }: Size): number => Math.min(width, height);

function within(crop: Crop, { width, height }: Size): Crop {
  return {
    left: clamp(crop.left, 0, width - crop.side),
    top: clamp(crop.top, 0, height - crop.side),
    side: crop.side,
  };
}

/** The largest square, in the middle. */
export function firstCrop(size: Size): Crop {
  const side = largestSide(size);
  return { left: (size.width - side) / 2, top: (size.height - side) / 2, side };
}

export function movedBy(crop: Crop, right: number, down: number, size: Size): Crop {
  return within({ ...crop, left: crop.left + right, top: crop.top + down }, size);
}

/** About the same centre, with a side between the smallest allowed and the largest possible. */
export function zoomedTo(crop: Crop, chosenSide: number, size: Size, smallestSide: number): Crop {
  const largest = largestSide(size);
  const side = clamp(chosenSide, Math.min(smallestSide, largest), largest);
  const grown = (side - crop.side) / 2;
  return within({ left: crop.left - grown, top: crop.top - grown, side }, size);
}
