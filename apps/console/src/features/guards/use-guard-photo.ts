// The photo of a guard on its way into the form: chosen, cut, uploaded.
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import type { Crop } from '../../lib/photo/crop-geometry.ts';
import { uploadPhoto } from '../../lib/photo/upload-photo.ts';
import { usePhoto } from '../../lib/photo/use-photo.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

/** Uploaded as soon as it is cut; a photo that is then not saved is tidied away by the server. */
export function useGuardPhoto(change: (next: { readonly photo: string }) => void) {
  const photo = usePhoto();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const during = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setFailure(undefined);
    setIsBusy(true);
    try {
      await work();
    } finally {
      setIsBusy(false);
    }
  };
  const uploadCut = async (crop: Crop): Promise<void> => {
    const chosen = await photo.crop(crop);
    if (chosen === undefined) return;
    try {
      change({ photo: await uploadPhoto(chosen.blob, chosen.name) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      toasts.error({ summary: t('error.summary'), text: error.message });
    }
  };
  return {
    /** From choosing a file until it is shown to be cut, and from cutting until it is uploaded. */
    isBusy,
    draft: {
      ...photo,
      // What the form holds is shown, not what may yet fail.
      chosen: undefined,
      refusal: photo.refusal ?? failure,
      choose: (file: File) => during(() => photo.choose(file)),
    },
    use: (crop: Crop) => void during(() => uploadCut(crop)),
  };
}

export type GuardPhotoChoice = ReturnType<typeof useGuardPhoto>;
