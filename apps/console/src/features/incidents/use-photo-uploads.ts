// Photos on their way to the server: those that arrived are kept, whatever becomes of the others.
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { uploadImage } from './incidents.api.ts';

interface Progress {
  /** Of the photo that is under way, from one. */
  readonly number: number;
  readonly count: number;
}

interface Uploading {
  readonly signal: AbortSignal;
  /** Told after each photo, with the ids of all that arrived so far. */
  readonly onArrived: (ids: readonly string[]) => void;
  readonly onProgress: (progress: Progress) => void;
}

interface Outcome {
  readonly ids: readonly string[];
  /** Why others did not arrive, a line each. */
  readonly problems: readonly string[];
}

/** One after the other, until all were tried or it is stopped. */
async function uploadEach(
  files: readonly File[],
  { signal, onArrived, onProgress }: Uploading,
): Promise<Outcome> {
  const ids: string[] = [];
  const problems: string[] = [];
  for (const [at, file] of files.entries()) {
    onProgress({ number: at + 1, count: files.length });
    try {
      ids.push(await uploadImage(file, signal));
      onArrived([...ids]);
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof ApiError)) throw error;
      problems.push(`${file.name}: ${error.message}`);
      // Anyone who is signed out would hear it of each.
      if (error.status === 401) break;
    }
  }
  return { ids, problems };
}

function reportLost(count: number, problems: readonly string[]): void {
  const text = [t('incidents.photosLost', { count }), problems[0]].join(' ');
  toasts.error({ summary: t('error.summary'), text });
}

export function usePhotoUploads() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const stopping = useRef<AbortController>(null);
  /** Resolves to the ids of those that arrived; `room` is for how many photos there is. */
  const upload = async (
    files: readonly File[],
    left: number,
    onArrived: Uploading['onArrived'] = () => undefined,
  ): Promise<readonly string[]> => {
    const chosen = files.slice(0, left);
    const controller = new AbortController();
    stopping.current = controller;
    setProblems([]);
    try {
      const { signal } = controller;
      const outcome = await uploadEach(chosen, { signal, onArrived, onProgress: setProgress });
      const tooMany = chosen.length < files.length ? [translate('incident_photos_too_many')] : [];
      const found = [...outcome.problems, ...tooMany];
      setProblems(found);
      if (found.length > 0) reportLost(files.length - outcome.ids.length, found);
      return outcome.ids;
    } finally {
      setProgress(null);
    }
  };
  return {
    /** Null while nothing is uploaded. */
    progress,
    /** Why photos that were chosen last did not arrive. */
    problems,
    upload,
    /** Keeps those that arrived. */
    stop: () => stopping.current?.abort(),
  };
}

export type PhotoUploads = ReturnType<typeof usePhotoUploads>;
