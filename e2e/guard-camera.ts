// A camera of the guards' phone that sees what a journey shows it.
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** The camera sees what show() held before it last. */
export const openCamera = (page: Page) =>
  page.addInitScript(() => {
    const take = OffscreenCanvasRenderingContext2D.prototype.getImageData;
    let taken = 0;
    OffscreenCanvasRenderingContext2D.prototype.getImageData = function count(...area) {
      taken += 1;
      return take.apply(this, area);
    };
    Object.assign(window, { picturesTaken: () => taken });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    const picture = new Image();
    Object.assign(window, { seen: picture });
    setInterval(() => {
      const paper = canvas.getContext('2d');
      // Something moves in every picture, else none is taken.
      paper?.fillRect(0, 0, 9, 9);
      paper?.drawImage(picture, 100, 20);
    }, 100);
    // A phone's camera says only some time after its first picture that it has a lamp.
    const getUserMedia = async () => {
      const stream = canvas.captureStream(10);
      const [track] = stream.getVideoTracks();
      const openedMs = performance.now();
      let torch = false;
      Object.assign(track ?? {}, {
        getCapabilities: () => (performance.now() - openedMs < 1_000 ? {} : { torch: true }),
        applyConstraints: async ({ advanced }: { advanced: { torch: boolean }[] }) => {
          torch = advanced[0]?.torch === true;
        },
      });
      Object.assign(window, { isTorchLit: () => torch && track?.readyState === 'live' });
      return stream;
    };
    Object.assign(navigator.mediaDevices, { getUserMedia });
  });

/** Nothing to read. */
export const showBlank = async (page: Page): Promise<void> =>
  show(
    page,
    await sharp({ create: { width: 440, height: 440, channels: 3, background: '#b9b4a8' } })
      .png()
      .toBuffer(),
  );

export async function show(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(
    (src) => Object.assign(Reflect.get(window, 'seen'), { src }),
    `data:image/png;base64,${picture.toString('base64')}`,
  );
}
