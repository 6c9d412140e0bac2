// What a phone reads off a picture or a printed page.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** 216 dots an inch: less than any office printer. */
const printScale = 3;

const { resolve } = createRequire(import.meta.url);
const { buffer, byteOffset, byteLength } = fs.readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) } });

/** Texts of the QR codes in a picture file, from top to bottom and then from left to right. */
export async function codesIn(picture: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(picture, {
    // Of no other kind: small print looks like a Micro QR code now and then.
    formats: ['QRCodeModel2'],
    maxNumberOfSymbols: 100,
    tryHarder: true,
  });
  return found
    .toSorted(({ position: one }, { position: other }) => {
      const down = one.topLeft.y - other.topLeft.y;
      return Math.abs(down) > 20 ? down : one.topLeft.x - other.topLeft.x;
    })
    .map(({ text }) => text);
}

/** The same for each page of a PDF. */
export async function codesOnPages(pdf: Uint8Array): Promise<string[][]> {
  return Promise.all((await printedPages(pdf)).map(codesIn));
}

/** Each page of a PDF as a picture file of what a printer makes of it. */
export async function printedPages(pdf: Uint8Array): Promise<Buffer[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages: Buffer[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: printScale, render: 'bitmap' });
    const picture = await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer();
    pages.push(picture);
  }
  document.destroy();
  library.destroy();
  return pages;
}
