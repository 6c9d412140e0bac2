// Reads QR codes from the camera's pictures: by the browser itself where it can, else by a reader of our own (FIELD-01).

export interface CodeReader {
  /** The texts of the codes in the picture, each once, those nearest to its middle first: there a guard aims. */
  read(video: HTMLVideoElement): Promise<readonly string[]>;
}

interface Detected {
  readonly rawValue: string;
  readonly boundingBox: DOMRectReadOnly;
}
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly Detected[]>;
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

let wasAbsent = false;

const canLoadPage = (): Promise<boolean> =>
  fetch(window.location.pathname, { cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  );

async function loadOwnDetector(): Promise<Detector> {
  const { makeOwnDetector } = await import('./own-detector.ts').catch(async (error: unknown) => {
    // Browsers remember what could not be imported until the page is loaded again, which all that is recorded outlives.
    if (wasAbsent && (await canLoadPage())) window.location.reload();
    wasAbsent = true;
    throw error;
  });
  return makeOwnDetector();
}

/** A browser may offer a reader whose program the phone lacks, which shows only when it is to read. */
function orOwn(offered: Detector): Detector {
  let own: Promise<Detector> | null = null;
  return {
    detect: async (source) => {
      try {
        if (own === null) return await offered.detect(source);
      } catch {
        own = loadOwnDetector();
      }
      try {
        return await (await own).detect(source);
      } catch (error) {
        own = null;
        throw error;
      }
    },
  };
}

async function makeDetector(): Promise<Detector> {
  const Offered = window.BarcodeDetector;
  const formats = (await Offered?.getSupportedFormats().catch(() => [])) ?? [];
  if (Offered === undefined || !formats.includes('qr_code')) return loadOwnDetector();
  return orOwn(new Offered({ formats: ['qr_code'] }));
}

/** From the middle of the picture to that of the code, in pixels. */
function distanceToMiddle({ boundingBox }: Detected, { videoWidth, videoHeight }: HTMLVideoElement): number {
  const { x, y, width, height } = boundingBox;
  return Math.hypot(x + width / 2 - videoWidth / 2, y + height / 2 - videoHeight / 2);
}

let opened: Promise<Detector> | null = null;

/** Throws where our own reader is needed and its program cannot be had; the next time it is asked for again. */
export async function openCodeReader(): Promise<CodeReader> {
  opened ??= makeDetector();
  const detector = await opened.catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return {
    read: async (video) => {
      // Before its first picture a camera has nothing to read.
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return [];
      const found = (await detector.detect(video)).filter(({ rawValue }) => rawValue !== '');
      const byMiddle = found.toSorted(
        (one, other) => distanceToMiddle(one, video) - distanceToMiddle(other, video),
      );
      return [...new Set(byMiddle.map(({ rawValue }) => rawValue))];
    },
  };
}
