// Shrinks a photo before it is stored: legible evidence in a tenth of the room, and without what the camera wrote into it.

/** Of the longer side. */
const sideMaxPx = 1_600;
const quality = 0.8;

/** Phones of little memory give no more of it to pictures for a while. */
export class NoMemory extends Error {}

/** A JPEG. Throws for what is no picture, and NoMemory: a picture that was not drawn would be black. */
export async function smallPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, sideMaxPx / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext('2d');
    if (pen === null) throw new NoMemory();
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('The photo could not be drawn')) : resolve(blob)),
        'image/jpeg',
        quality,
      );
    });
  } finally {
    picture.close();
  }
}
