// The reader for browsers without one; its program is served by ourselves, so that it also works without a network.
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import readerAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';

export function makeOwnDetector(): BarcodeDetector {
  prepareZXingModule({
    overrides: {
      locateFile: (name: string, prefix: string) => (name.endsWith('.wasm') ? readerAddress : prefix + name),
    },
  });
  return new BarcodeDetector({ formats: ['qr_code'] });
}
