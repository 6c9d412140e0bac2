// The camera at the phone's back, with its lamp where it has one.

export interface Camera {
  readonly stream: MediaStream;
  readonly hasTorch: boolean;
  /** False once something else has taken it, such as a call or the phone's settings. */
  isLive(): boolean;
  setTorch(isOn: boolean): Promise<void>;
  close(): void;
}

/** Why there is no camera; refused: the browser was told not to give it. */
export type CameraFault = 'refused' | 'none';

export async function openCamera(): Promise<Camera | CameraFault> {
  const media: MediaDevices | undefined = navigator.mediaDevices;
  if (media === undefined) return 'none';
  try {
    const stream = await media.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    const [track] = stream.getVideoTracks();
    const hasTorch = track !== undefined && Object.hasOwn(track.getCapabilities?.() ?? {}, 'torch');
    return {
      stream,
      hasTorch,
      isLive: () => track?.readyState === 'live',
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
