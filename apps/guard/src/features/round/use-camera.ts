import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LabelKey } from '../../lib/labels.ts';
import { type Camera, openCamera } from '../../lib/scanner/camera.ts';
import { type CodeReader, openCodeReader } from '../../lib/scanner/code-reader.ts';

/** Between two looks at the camera's picture: often enough to feel instant, seldom enough for a phone's battery. */
const everyMs = 120;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Reading {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** Before each look, since what a camera can do is not known at once. */
  readonly onLook: (camera: Camera) => void;
  /** Codes in one picture; true where one of them is taken, which ends the reading. */
  readonly onCodes: (codes: readonly string[]) => boolean;
}

/** Looks until a code is taken or the signal; why it could not, if it could not. */
async function look(reading: Reading, signal: AbortSignal): Promise<LabelKey | null> {
  // On its way while the camera opens.
  const opening = openCodeReader().catch(() => null);
  const camera = await openCamera();
  if (typeof camera === 'string') return camera === 'refused' ? 'scan.cameraRefused' : 'scan.noCamera';
  signal.addEventListener('abort', () => camera.close());
  try {
    const picture = reading.video.current;
    if (signal.aborted || picture === null) return null;
    picture.srcObject = camera.stream;
    const opened = Promise.all([opening, picture.play()]).then(([reader]) => reader);
    return await Promise.race([
      readWith(opened, { camera, picture }, reading, signal),
      lossOf(camera, signal),
    ]);
  } finally {
    camera.close();
  }
}

interface Eye {
  readonly camera: Camera;
  readonly picture: HTMLVideoElement;
}

async function readWith(
  opened: Promise<CodeReader | null>,
  { camera, picture }: Eye,
  { onLook, onCodes }: Reading,
  signal: AbortSignal,
): Promise<LabelKey | null> {
  const reader = await opened;
  while (!signal.aborted && camera.isLive()) {
    onLook(camera);
    const codes = (await reader?.read(picture).catch(() => null)) ?? null;
    if (signal.aborted) return null;
    if (codes === null) return camera.isLive() ? 'scan.noReader' : 'scan.noCamera';
    if (onCodes(codes)) return null;
    await pause(everyMs);
  }
  return signal.aborted ? null : 'scan.noCamera';
}

/** Resolves once the camera is gone: a picture that stands still, or never comes, would let the guard wait for ever. */
async function lossOf(camera: Camera, signal: AbortSignal): Promise<LabelKey | null> {
  while (!signal.aborted && camera.isLive()) await pause(everyMs);
  return signal.aborted ? null : 'scan.noCamera';
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

/** The round on which the guard has switched the lamp on: it is dark there until it ends. */
let litRound: string | null = null;

/**
 * The camera's lamp, which goes out with it, and is lit again with the next one of the same round. One that cannot be switched
 * is none.
 */
function useTorch(camera: Camera | null, isThere: boolean, roundId: string) {
  const [lit, setLit] = useState<Camera | null>(null);
  const [broken, setBroken] = useState<Camera | null>(null);
  const isLit = camera !== null && lit === camera;
  const set = useCallback((of: Camera, isOn: boolean) => {
    of.setTorch(isOn).then(
      () => setLit(isOn ? of : null),
      () => setBroken(of),
    );
  }, []);
  useEffect(() => {
    if (camera !== null && isThere && litRound === roundId) set(camera, true);
  }, [camera, isThere, roundId, set]);
  const switchTorch = () => {
    if (camera === null) return;
    litRound = isLit ? null : roundId;
    set(camera, !isLit);
  };
  return { hasTorch: isThere && camera !== null && broken !== camera, isLit, switchTorch };
}

/**
 * Reads codes with the camera while active and seen, until one is taken. An iPhone gives a camera that it took in the
 * background back as a picture that stands still, so each return opens it again.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isActive: boolean,
  roundId: string,
  onCodes: (codes: readonly string[]) => boolean,
) {
  /** The one whose pictures are looked through. */
  const [camera, setCamera] = useState<Camera | null>(null);
  const [isLamp, setIsLamp] = useState(false);
  const [fault, setFault] = useState<LabelKey | null>(null);
  const [tries, setTries] = useState(0);
  const callback = useRef(onCodes);
  useEffect(() => {
    callback.current = onCodes;
  });
  const isSeen = useIsSeen();
  useEffect(() => {
    if (!isActive || !isSeen) return undefined;
    const control = new AbortController();
    const onLook = (opened: Camera) => {
      setCamera(opened);
      setIsLamp(opened.hasTorch());
    };
    const run = async () => {
      const reading = { video, onLook, onCodes: (codes: readonly string[]) => callback.current(codes) };
      const why = await look(reading, control.signal).catch(() => 'scan.noCamera' as const);
      if (!control.signal.aborted) setFault(why);
    };
    void run();
    return () => {
      control.abort();
      setCamera(null);
    };
  }, [video, isActive, isSeen, tries]);
  const tryAgain = () => {
    setFault(null);
    setTries((before) => before + 1);
  };
  const torch = useTorch(camera, isLamp && fault === null, roundId);
  return { isReading: camera !== null, ...torch, fault, tryAgain };
}
