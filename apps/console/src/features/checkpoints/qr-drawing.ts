// A QR code as a drawing, and as files to be used elsewhere.
import { encode } from 'uqr';

/** Light around the code, which readers need to find it. */
const marginModules = 4;
/** At least so many pixels a side: fit for print. */
const pictureSidePx = 1_024;

export interface QrDrawing {
  /** Modules of a side, its margin included. */
  readonly side: number;
  /** SVG path of the dark modules. */
  readonly path: string;
}

/** `text` is drawn with error correction that bears scratches. */
export function qrDrawing(text: string): QrDrawing {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + marginModules} ${y + marginModules}h1v1h-1z`] : [])),
  );
  return { side: size + 2 * marginModules, path: dark.join('') };
}

export function qrSvg(text: string): Blob {
  const { side, path } = qrDrawing(text);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="#000" shape-rendering="crispEdges"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Whole pixels a module, so that no edge is blurred. */
export async function qrPng(text: string): Promise<Blob> {
  const { side, path } = qrDrawing(text);
  const scale = Math.ceil(pictureSidePx / side);
  const canvas = new OffscreenCanvas(side * scale, side * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  return canvas.convertToBlob({ type: 'image/png' });
}

/** A file name that says which checkpoint it is, on any system. */
export function qrFileName(name: string, extension: 'svg' | 'png'): string {
  const plain = name
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, '-');
  return `${plain || 'checkpoint'}.${extension}`;
}
