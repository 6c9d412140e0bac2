import { useEffect, useState } from 'react';
import type { Crop } from './crop-geometry.ts';
import { cropPhoto } from './crop-photo.ts';
import { PhotoRefused, readPhoto } from './read-photo.ts';

export interface ChosenPhoto {
  readonly blob: Blob;
  readonly name: string;
  /** For showing it; released with the popup. */
  readonly address: string;
}

interface Uncut {
  readonly picture: ImageBitmap;
  readonly file: File;
}

/** A new photo on its way: chosen, cut, not yet uploaded. */
export function usePhoto() {
  const [uncut, setUncut] = useState<Uncut>();
  const [chosen, setChosen] = useState<ChosenPhoto>();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => () => uncut?.picture.close(), [uncut]);
  useEffect(
    () => () => {
      if (chosen !== undefined) URL.revokeObjectURL(chosen.address);
    },
    [chosen],
  );
  const refuse = (error: unknown) =>
    setRefusal(error instanceof PhotoRefused ? error.message : 'photo_broken');
  return {
    /** The picture to be cut, when one was just chosen. */
    uncut: uncut?.picture,
    chosen,
    /** Why the last choice was refused, as a label key. */
    refusal,
    async choose(file: File): Promise<void> {
      setRefusal(undefined);
      try {
        setUncut({ picture: await readPhoto(file), file });
      } catch (error) {
        refuse(error);
      }
    },
    /** The photo as it was cut; undefined, with the refusal set, when it could not be. */
    async crop(crop: Crop): Promise<ChosenPhoto | undefined> {
      if (uncut === undefined) return undefined;
      const { picture, file } = uncut;
      try {
        const blob = await cropPhoto(picture, crop, file.type);
        const photo = { blob, name: file.name, address: URL.createObjectURL(blob) };
        setChosen(photo);
        return photo;
      } catch (error) {
        refuse(error);
        return undefined;
      } finally {
        setUncut(undefined);
      }
    },
    leave: () => setUncut(undefined),
  };
}
export type PhotoDraft = ReturnType<typeof usePhoto>;
