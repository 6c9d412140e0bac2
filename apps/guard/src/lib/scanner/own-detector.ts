// The reader for browsers without one; its program is served by ourselves, so that it also works without a network.
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import readerAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Throws where the program does not arrive. */
export async function makeOwnDetector(): Promise<BarcodeDetector> {
  await prepareZXingModule({
    overrides: {
      // A new function at each call: a program that did not arrive is asked for again only for another one.
      locateFile: (name: string, prefix: string) => (name.endsWith('.wasm') ? readerAddress : prefix + name),
    },
    fireImmediately: true,
  });
  // 'qr_code' would be Micro QR too, which this reader now and then finds in a label's small print.
  return new BarcodeDetector({ formats: ['qr_code_model_2'] });
}
