// A chosen file as a picture, or why it cannot be a profile photo (PROF-05); the server decides again by itself.
import {
  profileImageExtensions,
  profileImageMaxBytes,
  profileImageMinSidePx,
} from '@watchpost/domain/limits';
import { largestSide } from './crop-geometry.ts';

/** The reason as a label key. */
export class PhotoRefused extends Error {}

const extensions: readonly string[] = profileImageExtensions;

/** The picture as it stands upright. Throws PhotoRefused. */
export async function readPhoto(file: File): Promise<ImageBitmap> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!extensions.includes(extension)) throw new PhotoRefused('photo_type');
  if (file.size > profileImageMaxBytes) throw new PhotoRefused('photo_too_large');
  const picture = await createImageBitmap(file).catch(() => {
    throw new PhotoRefused('photo_broken');
  });
  if (largestSide(picture) >= profileImageMinSidePx) return picture;
  picture.close();
  throw new PhotoRefused('photo_too_small');
}
