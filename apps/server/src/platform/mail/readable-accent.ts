// A tenant's accent as mails can use it: dark enough for white text on it, and for itself on a light page.

/** The product's own, as the console's theme has it. */
export const productAccent = '#0b6c70';

/** Of text on white or light grey (WCAG 2.2 AA asks for 4.5), so that #f3f4f6 is covered too. */
const contrastMin = 5;
const step = 0.94;

type Rgb = readonly [number, number, number];

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Of a colour on white, from 1 to 21. */
export function contrastOnWhite(hex: string): number {
  return 1.05 / (luminance(rgbOf(hex)) + 0.05);
}

function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

const darker = (hex: string): string =>
  `#${rgbOf(hex)
    .map((part) =>
      Math.floor(part * step)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The colour itself where it is dark enough, else a darker one of the same hue; `standard` for anything but #rrggbb. */
export function readableAccent(accent: string, standard: string): string {
  let colour = /^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : standard;
  while (contrastOnWhite(colour) < contrastMin) colour = darker(colour);
  return colour;
}
