// Pictures of a printed label as cameras of cheap phones take them at night: a fixed set, the same at every run.
import sharp from 'sharp';
import { seededNumbers } from './seeded-numbers.ts';

/** As the app asks the camera for. */
const frame = { width: 1280, height: 720 };
const background = { r: 96, g: 90, b: 82 };

/** Grey values of the frame, row by row. */
type Grey = Float32Array;
type Point = readonly [x: number, y: number];

/** The plane map that takes the corners of a rectangle to four points: x' = (ax + by + c) / (gx + hy + 1). */
function mapOf(from: readonly Point[], to: readonly Point[]): number[] {
  const rows: number[][] = [];
  for (const [index, [x, y]] of from.entries()) {
    const [u, v] = to[index] ?? [0, 0];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  for (let column = 0; column < 8; column += 1) {
    const best = rows
      .slice(column)
      .reduce((one, other) => (Math.abs(other[column] ?? 0) > Math.abs(one[column] ?? 0) ? other : one));
    rows.splice(rows.indexOf(best), 1);
    rows.splice(column, 0, best);
    const pivot = best[column] ?? 1;
    for (const row of rows) {
      if (row === best) continue;
      const share = (row[column] ?? 0) / pivot;
      for (let at = column; at < 9; at += 1) row[at] = (row[at] ?? 0) - share * (best[at] ?? 0);
    }
  }
  return rows.map((row, index) => (row[8] ?? 0) / (row[index] ?? 1));
}

interface Label {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The label on a wall, its corners (from the top left, clockwise) where they are told. */
function onBackground({ data, width, height }: Label, corners: readonly Point[]): Grey {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = mapOf(corners, [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [0, height - 1],
  ]);
  const picture = new Float32Array(frame.width * frame.height);
  for (let y = 0; y < frame.height; y += 1) {
    for (let x = 0; x < frame.width; x += 1) {
      const depth = g * x + h * y + 1;
      const u = (a * x + b * y + c) / depth;
      const v = (d * x + e * y + f) / depth;
      const isOn = u >= 0 && v >= 0 && u < width - 1 && v < height - 1;
      picture[y * frame.width + x] = isOn ? between({ data, width, height }, u, v) : background.g;
    }
  }
  return picture;
}

function between({ data, width }: Label, u: number, v: number): number {
  const left = Math.floor(u);
  const top = Math.floor(v);
  const at = (x: number, y: number) => data[y * width + x] ?? 0;
  const across = (y: number) => at(left, y) + (at(left + 1, y) - at(left, y)) * (u - left);
  return across(top) + (across(top + 1) - across(top)) * (v - top);
}

/** Corners of a label so high in the middle of the frame, turned by so many degrees. */
function turned({ width, height }: Label, high: number, degrees: number): Point[] {
  const wide = (high * width) / height;
  const angle = (degrees * Math.PI) / 180;
  const corner = (x: number, y: number): Point => [
    frame.width / 2 + x * Math.cos(angle) - y * Math.sin(angle),
    frame.height / 2 + x * Math.sin(angle) + y * Math.cos(angle),
  ];
  return [
    corner(-wide / 2, -high / 2),
    corner(wide / 2, -high / 2),
    corner(wide / 2, high / 2),
    corner(-wide / 2, high / 2),
  ];
}

/** Each value anew, by its place from 0 to 1 across and down. */
const each = (picture: Grey, change: (value: number, x: number, y: number) => number): Grey =>
  picture.map((value, index) =>
    change(value, (index % frame.width) / frame.width, Math.floor(index / frame.width) / frame.height),
  );

const dim = (picture: Grey, share: number) => each(picture, (value) => value * share);

function noisy(picture: Grey, strength: number, seed: number): Grey {
  const draw = seededNumbers(seed);
  return each(picture, (value) => value + (draw() + draw() + draw() + draw() - 2) * strength * 1.73);
}

/** A lamp's reflection, which fades outwards. */
const glaring = (picture: Grey, x: number, y: number, size: number) =>
  each(picture, (value, px, py) => value + 400 * Math.exp(-((px - x) ** 2 + (py - y) ** 2) / size ** 2));

/** The hand moved while the picture was taken. */
function moved(picture: Grey, pixels: number): Grey {
  return picture.map((_value, index) => {
    let sum = 0;
    for (let step = 0; step < pixels; step += 1) sum += picture[index - step] ?? 0;
    return sum / pixels;
  });
}

/** Around a pipe: the further from its middle, the narrower. */
const wrapped = (picture: Grey): Grey =>
  picture.map((_value, index) => {
    const across = (index % frame.width) - frame.width / 2;
    const radius = 330;
    if (Math.abs(across) >= radius) return background.g;
    const flat = Math.asin(across / radius) * radius + frame.width / 2;
    const row = index - (index % frame.width);
    return picture[row + Math.min(frame.width - 1, Math.max(0, Math.round(flat)))] ?? 0;
  });

interface Taken {
  readonly name: string;
  readonly make: (label: Label) => Grey;
  /** Of the lens that did not find its focus. */
  readonly blur?: number;
  readonly quality?: number;
}

const set: readonly Taken[] = [
  {
    name: 'in the dark',
    make: (label) => noisy(dim(onBackground(label, turned(label, 560, 4)), 0.14), 4, 1),
  },
  { name: 'turned by 37 degrees', make: (label) => onBackground(label, turned(label, 480, 37)), blur: 0.8 },
  {
    name: 'from far to the side',
    make: (label) =>
      noisy(
        onBackground(label, [
          [380, 60],
          [700, 190],
          [700, 560],
          [380, 690],
        ]),
        6,
        3,
      ),
  },
  {
    name: 'from below',
    make: (label) =>
      onBackground(label, [
        [520, 210],
        [760, 210],
        [900, 700],
        [380, 700],
      ]),
    blur: 1,
  },
  {
    name: 'upside down and out of focus',
    make: (label) => onBackground(label, turned(label, 600, 180)),
    blur: 2.6,
  },
  {
    name: 'from four paces',
    make: (label) => noisy(onBackground(label, turned(label, 210, 8)), 4, 6),
    quality: 70,
  },
  {
    name: 'in the grain of a night picture',
    make: (label) => noisy(dim(onBackground(label, turned(label, 560, -11)), 0.3), 22, 7),
  },
  {
    name: 'with the torch on laminate',
    make: (label) => glaring(onBackground(label, turned(label, 560, 6)), 0.5, 0.36, 0.05),
    blur: 0.6,
  },
  {
    name: 'faded by the sun',
    make: (label) =>
      noisy(
        each(onBackground(label, turned(label, 520, -5)), (value) => 150 + value * 0.16),
        3,
        9,
      ),
  },
  { name: 'from a moving hand', make: (label) => moved(onBackground(label, turned(label, 620, 3)), 11) },
  {
    name: 'around a pipe',
    make: (label) => wrapped(noisy(onBackground(label, turned(label, 600, 0)), 4, 11)),
    blur: 0.7,
  },
  {
    name: 'half in shadow, from the side, badly stored',
    make: (label) =>
      each(
        onBackground(label, [
          [400, 120],
          [760, 70],
          [720, 660],
          [420, 610],
        ]),
        (value, x, y) => value * (x + y / 3 > 0.62 ? 0.25 : 0.9),
      ),
    quality: 22,
  },
];

/** Twelve pictures of one label, as files of the kind that cameras make. */
export async function labelPictures(png: Uint8Array): Promise<{ name: string; picture: Buffer }[]> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const label = { data, width: info.width, height: info.height };
  return Promise.all(
    set.map(async ({ name, make, blur, quality = 85 }) => {
      const bytes = Buffer.from(Uint8ClampedArray.from(make(label)).buffer);
      const taken = sharp(bytes, { raw: { ...frame, channels: 1 } });
      const picture = await (blur === undefined ? taken : taken.blur(blur)).jpeg({ quality }).toBuffer();
      return { name, picture };
    }),
  );
}
