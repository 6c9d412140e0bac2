import { profileImageMinSidePx } from '@watchpost/domain/limits';
import type { Crop } from './crop-geometry.ts';

/** More than the server keeps gains nothing. */
const sideMaxPx = 1_024;
const quality = 0.92;

/** The square as a picture of its own; PNG where the picture is one, for what shines through. */
export async function cropPhoto(picture: ImageBitmap, crop: Crop, type: string): Promise<Blob> {
  const side = Math.max(Math.min(Math.round(crop.side), sideMaxPx), profileImageMinSidePx);
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, crop.left, crop.top, crop.side, crop.side, 0, 0, side, side);
  return canvas.convertToBlob({ type: type === 'image/png' ? type : 'image/jpeg', quality });
}
