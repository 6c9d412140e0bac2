import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LabelKey } from '../../lib/labels.ts';
import { type Camera, openCamera } from '../../lib/scanner/camera.ts';
import { openCodeReader } from '../../lib/scanner/code-reader.ts';

/** Between two looks at the camera's picture: often enough to feel instant, seldom enough for a phone's battery. */
const everyMs = 120;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Reading {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly onOpen: (camera: Camera) => void;
  readonly onCode: (code: string) => void;
}

/** Looks until there is a code or the signal; why it could not, if it could not. */
async function look(reading: Reading, signal: AbortSignal): Promise<LabelKey | null> {
  const camera = await openCamera();
  if (typeof camera === 'string') return camera === 'refused' ? 'scan.cameraRefused' : 'scan.noCamera';
  signal.addEventListener('abort', () => camera.close());
  try {
    return await readWith(camera, reading, signal);
  } finally {
    camera.close();
  }
}

async function readWith(
  camera: Camera,
  { video, onOpen, onCode }: Reading,
  signal: AbortSignal,
): Promise<LabelKey | null> {
  const picture = video.current;
  if (signal.aborted || picture === null) return null;
  onOpen(camera);
  picture.srcObject = camera.stream;
  const [reader] = await Promise.all([openCodeReader(), picture.play()]);
  while (!signal.aborted) {
    // A picture that stands still would let the guard wait for ever.
    if (!camera.isLive()) return 'scan.noCamera';
    const code = await reader.read(picture);
    if (code !== null && !signal.aborted) {
      onCode(code);
      return null;
    }
    await pause(everyMs);
  }
  return null;
}

/** Whether the app is looked at, and not behind another or a locked screen. */
const useIsSeen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
  );

/**
 * Reads codes with the camera while active and seen; reading ends with the first. An iPhone gives a camera that it took
 * in the background back as a picture that stands still, so each return opens it anew.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isActive: boolean,
  onCode: (code: string) => void,
) {
  const [camera, setCamera] = useState<Camera | null>(null);
  const [isLit, setIsLit] = useState(false);
  const [fault, setFault] = useState<LabelKey | null>(null);
  const [tries, setTries] = useState(0);
  const callback = useRef(onCode);
  useEffect(() => {
    callback.current = onCode;
  });
  const isSeen = useIsSeen();
  useEffect(() => {
    if (!isActive || !isSeen) return undefined;
    const control = new AbortController();
    const run = async () => {
      const reading = { video, onOpen: setCamera, onCode: (code: string) => callback.current(code) };
      const why = await look(reading, control.signal).catch(() => 'scan.noCamera' as const);
      if (!control.signal.aborted) setFault(why);
    };
    void run();
    return () => {
      control.abort();
      setCamera(null);
      setIsLit(false);
    };
  }, [video, isActive, isSeen, tries]);
  const tryAgain = () => {
    setFault(null);
    setTries((before) => before + 1);
  };
  const switchTorch = () => {
    const next = !isLit;
    const light = async () => {
      await camera?.setTorch(next);
      setIsLit(next);
    };
    // A lamp that cannot be switched is none.
    void light().catch(() => setCamera(null));
  };
  const hasTorch = fault === null && camera?.hasTorch === true;
  return { hasTorch, isLit, switchTorch, fault, tryAgain };
}
