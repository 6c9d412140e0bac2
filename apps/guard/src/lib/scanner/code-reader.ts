// Reads QR codes from the camera's pictures: by the browser itself where it can, else by a reader of our own (FIELD-01).

export interface CodeReader {
  /** The text of a code in the picture; null for none. */
  read(video: HTMLVideoElement): Promise<string | null>;
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorMaker {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: DetectorMaker;
  }
}

async function makeDetector(): Promise<Detector> {
  const own = window.BarcodeDetector;
  if (own !== undefined && (await own.getSupportedFormats()).includes('qr_code')) {
    return new own({ formats: ['qr_code'] });
  }
  const { makeOwnDetector } = await import('./own-detector.ts');
  return makeOwnDetector();
}

export async function openCodeReader(): Promise<CodeReader> {
  const detector = await makeDetector();
  return {
    read: async (video) => {
      // Before its first picture a camera has nothing to read.
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
      const [code] = await detector.detect(video);
      return code === undefined || code.rawValue === '' ? null : code.rawValue;
    },
  };
}
