// A chosen file as a logo: whole, or without its empty edges; the server draws it again.
import { logoMaxHeightPx, logoMaxWidthPx, profileImageMaxBytes } from '@watchpost/domain/limits';
import { type Bounds, contentBounds } from './logo-bounds.ts';

/** The reason as a label key. */
export class LogoRefused extends Error {}

const types: readonly string[] = ['image/png', 'image/jpeg'];
/** Twice what the server keeps, for finer edges. */
const scaleMax = 2;

function drawn(picture: ImageBitmap, part: Bounds, scale: number): OffscreenCanvas {
  const size = [part.width, part.height].map((side) => Math.max(1, Math.round(side * scale)));
  const [width = 1, height = 1] = size;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, part.left, part.top, part.width, part.height, 0, 0, width, height);
  return canvas;
}

const scaleFor = ({ width, height }: Pick<Bounds, 'width' | 'height'>): number =>
  Math.min(1, (scaleMax * logoMaxWidthPx) / width, (scaleMax * logoMaxHeightPx) / height);

export interface LogoCrops {
  readonly whole: Blob;
  readonly trimmed: Blob;
}

/** Both ways to use a file. Throws LogoRefused. */
export async function cropLogo(file: File): Promise<LogoCrops> {
  if (!types.includes(file.type)) throw new LogoRefused('photo_type');
  if (file.size > profileImageMaxBytes) throw new LogoRefused('photo_too_large');
  const picture = await createImageBitmap(file).catch(() => {
    throw new LogoRefused('photo_broken');
  });
  try {
    const all = { left: 0, top: 0, width: picture.width, height: picture.height };
    const scale = scaleFor(all);
    const whole = drawn(picture, all, scale);
    const pixels = whole.getContext('2d')?.getImageData(0, 0, whole.width, whole.height);
    const found = pixels === undefined ? all : contentBounds(pixels);
    const part = {
      left: found.left / scale,
      top: found.top / scale,
      width: found.width / scale,
      height: found.height / scale,
    };
    const trimmed = drawn(picture, pixels === undefined ? all : part, scaleFor(part));
    const type = 'image/png';
    return { whole: await whole.convertToBlob({ type }), trimmed: await trimmed.convertToBlob({ type }) };
  } finally {
    picture.close();
  }
}
