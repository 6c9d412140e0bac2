/** A part of a picture, in its pixels. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly data: ArrayLike<number>;
}

/** So far may a pixel be from the ground's colour and still count as ground: what a JPEG adds. */
const tolerance = 24;

/** What stands on the ground of a logo: all but its empty edges. The whole of a picture that is all ground. */
export function contentBounds({ width, height, data }: Pixels): Bounds {
  const part = (index: number, channel: number) => data[index * 4 + channel] ?? 0;
  const isSeeThrough = part(0, 3) < tolerance;
  const isGround = (index: number) => {
    if (part(index, 3) < tolerance) return true;
    if (isSeeThrough) return false;
    return [0, 1, 2].every((channel) => Math.abs(part(index, channel) - part(0, channel)) <= tolerance);
  };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (isGround(y * width + x)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  if (right < 0) return { left: 0, top: 0, width, height };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}
