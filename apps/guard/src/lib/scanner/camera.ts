// The camera at the phone's back, with its lamp where it has one.

export interface Camera {
  readonly stream: MediaStream;
  /** Some browsers know it only some time after the picture. */
  hasTorch(): boolean;
  /** False once something else has taken it, such as a call or the phone's settings. */
  isLive(): boolean;
  setTorch(isOn: boolean): Promise<void>;
  close(): void;
}

/** Why there is no camera; refused: the browser was told not to give it. */
export type CameraFault = 'refused' | 'none';

/** A picture may falter for a moment; one that stands still for longer has been taken. */
const stillMaxMs = 2_000;

/** An iPhone mutes the camera of an app that another one takes it from, instead of ending it. */
function livenessOf(track: MediaStreamTrack | undefined): () => boolean {
  let stillSinceMs: number | null = null;
  return () => {
    if (track?.readyState !== 'live') return false;
    const nowMs = performance.now();
    stillSinceMs = track.muted ? (stillSinceMs ?? nowMs) : null;
    return stillSinceMs === null || nowMs - stillSinceMs < stillMaxMs;
  };
}

function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities: MediaTrackCapabilities & { readonly torch?: boolean } =
    track?.getCapabilities?.() ?? {};
  return capabilities.torch === true;
}

export async function openCamera(): Promise<Camera | CameraFault> {
  const media: MediaDevices | undefined = navigator.mediaDevices;
  if (media === undefined) return 'none';
  try {
    const stream = await media.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    const [track] = stream.getVideoTracks();
    return {
      stream,
      hasTorch: () => hasTorch(track),
      isLive: livenessOf(track),
      setTorch: async (isOn) => {
        const lamp: MediaTrackConstraintSet & { torch: boolean } = { torch: isOn };
        await track?.applyConstraints({ advanced: [lamp] });
      },
      close: () => {
        for (const each of stream.getTracks()) each.stop();
      },
    };
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    return isRefused ? 'refused' : 'none';
  }
}
