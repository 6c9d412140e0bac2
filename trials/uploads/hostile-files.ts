// Files that are two things at once, unpack to more than they weigh, or are not what they seem.
import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { padded, pngBomb } from '../../apps/server/src/company/files/pictures.testing.ts';
import type { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { sheetOf, workbookOf, zipOf } from './archives.ts';

/** Text that none of what is served may hold: a picture that is drawn again has lost it. */
export const activeText = '<script>alert("wpactive")</script>';

type Make = (random: Random) => Buffer | Promise<Buffer>;
type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp';

const madeOnce = new Map<string, Promise<Buffer>>();

/** Large ones take long to make. */
function once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const made = madeOnce.get(key) ?? make();
  madeOnce.set(key, made);
  return made;
}

const flat = (width: number, height: number, format: PictureFormat, options: object = {}) =>
  once(`${width} ${height} ${format} ${JSON.stringify(options)}`, () =>
    sharp({ create: { width, height, channels: 3, background: '#1e6ec8' }, limitInputPixels: false })
      .toFormat(format, options)
      .toBuffer(),
  );
/** Squares whose colours differ from pixel to pixel, which no encoder makes small. */
const varied = (side: number, format: PictureFormat, options: object = {}) =>
  once(`varied ${side} ${format} ${JSON.stringify(options)}`, () => {
    const pixels = Buffer.alloc(side * side * 3);
    for (let at = 0; at < pixels.length; at += 3) {
      const [x, y] = [(at / 3) % side, Math.floor(at / 3 / side)];
      pixels.set([x >> 3, y >> 3, (x * y) >> 8], at);
    }
    const raw = { width: side, height: side, channels: 3 as const };
    return sharp(pixels, { raw, limitInputPixels: false }).toFormat(format, options).toBuffer();
  });
const small = (random: Random) => flat(300, 300, random.pick(['png', 'jpeg', 'gif', 'webp'] as const));
const page = Buffer.from(`<!doctype html><html><body>${activeText}</body></html>`);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${activeText}</svg>`;

/** As its first comment: right after the mark of a JPEG. */
const withComment = (jpeg: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(page.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, page, jpeg.subarray(2)]);
};

/** What a head claims, whatever follows. */
function claiming(picture: Buffer, format: 'png' | 'jpeg' | 'gif', side: number): Buffer {
  const copy = Buffer.from(picture);
  if (format === 'png') [16, 20].forEach((at) => copy.writeUInt32BE(side, at));
  if (format === 'gif') [6, 8].forEach((at) => copy.writeUInt16LE(Math.min(side, 65_535), at));
  const frame = copy.findIndex(
    (byte, at) => byte === 0xff && (copy[at + 1] === 0xc0 || copy[at + 1] === 0xc2),
  );
  if (format === 'jpeg') [5, 7].forEach((by) => copy.writeUInt16BE(Math.min(side, 65_535), frame + by));
  return copy;
}

const polyglots: Readonly<Record<string, Make>> = {
  'a page behind a picture': async (random) => Buffer.concat([await small(random), page]),
  'an archive behind a picture': async (random) =>
    Buffer.concat([await small(random), zipOf([{ name: 'index.html', bytes: page }])]),
  'a page in the comment of a picture': async () => withComment(await flat(300, 300, 'jpeg')),
  'a page in the notes of a picture': () =>
    sharp({ create: { width: 300, height: 300, channels: 3, background: '#000' } })
      .withExif({ IFD0: { Copyright: activeText, ImageDescription: page.toString() } })
      .jpeg()
      .toBuffer(),
  'a script that begins like a gif': () => Buffer.from(`GIF89a=1;/*${activeText}*/alert(1);`),
  'a picture of scripts': () => Buffer.from(svg),
  'packed scripts': () => gzipSync(svg),
  'a page called a picture': () => page,
  'a document with a page inside': () =>
    Buffer.from(
      `%PDF-1.7\n${activeText}\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF`,
    ),
  'a document behind a picture': async () =>
    Buffer.concat([await flat(300, 300, 'png'), Buffer.from('%PDF-1.7\n%%EOF')]),
  'orders to a program that draws': () =>
    Buffer.from('push graphic-context\nfill \'url(https://127.0.0.1/x";|touch /tmp/wpupload")\'\npop'),
  'a template with orders': () => Buffer.from('%!PS\n(%pipe%touch /tmp/wpupload) (w) file closefile'),
};

const torn: Readonly<Record<string, Make>> = {
  'a picture cut short': async (random) => {
    const picture = await small(random);
    return picture.subarray(0, random.integer(4, picture.length - 1));
  },
  'a picture with other bytes': async (random) => {
    const picture = Buffer.from(await small(random));
    for (let times = 0; times < 12; times += 1)
      picture[random.integer(8, picture.length - 1)] = random.integer(0, 255);
    return picture;
  },
  'bytes of chance behind a right beginning': (random) =>
    Buffer.concat([
      random.pick([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
        Buffer.from('GIF89a'),
        Buffer.from('PK\x03\x04', 'latin1'),
      ]),
      Buffer.from(Array.from({ length: 2_000 }, () => random.integer(0, 255))),
    ]),
  nothing: () => Buffer.alloc(0),
};

const floods: Readonly<Record<string, Make>> = {
  'a head that claims pixels': async (random) => {
    const format = random.pick(['png', 'jpeg', 'gif'] as const);
    return claiming(await flat(300, 300, format), format, random.pick([7_000, 20_000, 65_535, 1_000_000]));
  },
  'one colour, beyond all limits': (random) =>
    once(`bomb ${random.integer(1, 2)}`, async () => pngBomb(20_000)),
  'one colour, just within': () => once('within', async () => pngBomb(7_200)),
  'rows woven, just within': () => flat(7_200, 7_200, 'png', { progressive: true }),
  'in ever finer passes, just within': () => flat(7_200, 7_200, 'jpeg', { progressive: true }),
  'plain, just within': () => flat(7_200, 7_200, 'jpeg'),
  'turned, just within': () =>
    once('turned', async () =>
      sharp(await flat(7_200, 7_200, 'jpeg'), { limitInputPixels: false })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    ),
  // Each as many pixels as its kind may have.
  'rows woven, as many as may be': () => varied(2_300, 'png', { progressive: true }),
  'in ever finer passes, as many as may be': () => varied(2_300, 'jpeg', { progressive: true }),
  'in ever finer passes, with all its colours': () =>
    varied(1_630, 'jpeg', { progressive: true, chromaSubsampling: '4:4:4' }),
  'a gif of as many as may be': () => varied(1_780, 'gif'),
  'a webp of as many as may be': () => varied(1_780, 'webp'),
  'varied, just within': () => varied(7_200, 'jpeg'),
  'rows woven, of twelve million pixels': () => flat(3_400, 3_400, 'png', { progressive: true }),
  'in ever finer passes, of twelve million pixels': () => flat(3_400, 3_400, 'jpeg', { progressive: true }),
  'a gif of twelve million pixels': () => flat(3_400, 3_400, 'gif'),
  'a webp of twelve million pixels': () => flat(3_400, 3_400, 'webp'),
  'a gif just within': () => flat(7_200, 7_200, 'gif'),
  'a webp just within': () => flat(7_200, 7_200, 'webp'),
  'very long': () => flat(60_000, 800, 'jpeg'),
  'very long and woven': () => flat(60_000, 800, 'png', { progressive: true }),
  'a gif of many frames': () =>
    once('frames', () => {
      const frames = 400;
      const raw = { width: 300, height: 300 * frames, channels: 3 as const, pageHeight: 300 };
      const pixels = Buffer.alloc(raw.width * raw.height * 3, 90);
      for (let at = 0; at < frames; at += 1) pixels.fill(at % 255, at * 270_000, at * 270_000 + 9_000);
      return sharp(pixels, { raw, limitInputPixels: false }).gif().toBuffer();
    }),
  'as heavy as may be': async () => padded(await flat(300, 300, 'png'), 9_999_000),
};

/** Of a sheet. */
export const row = '<row r="1"><c t="inlineStr"><is><t>Name</t></is></c></row>';
const bombs: Readonly<Record<string, Make>> = {
  'a sheet of a gigabyte': () => once('gigabyte', async () => workbookOf('', [], 1_000_000_000)),
  'a sheet of 50 MB': () => once('50 MB', async () => workbookOf(sheetOf(row + row.repeat(800_000)))),
  'a sheet of 200 MB': () => once('200 MB', async () => workbookOf(sheetOf(row + ' '.repeat(200_000_000)))),
  'a sheet of 200 MB that says 1,000 bytes': () =>
    once('lies', async () => workbookOf(sheetOf(row + ' '.repeat(200_000_000)), [], 1_000)),
  'entities upon entities': () => {
    const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`);
    return workbookOf(
      `<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">${levels.join('')}]>${sheetOf('<row r="1"><c t="inlineStr"><is><t>&a9;</t></is></c></row>')}`,
    );
  },
  'an entity from a file': () =>
    workbookOf(
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheetOf('<row r="1"><c t="inlineStr"><is><t>&a;</t></is></c></row>')}`,
    ),
  'fifty thousand entries': () =>
    once('entries', async () =>
      workbookOf(
        sheetOf(row),
        Array.from({ length: 50_000 }, (_, at) => ({ name: `e${at}`, bytes: Buffer.of(1) })),
      ),
    ),
  'elements in elements': () => workbookOf(sheetOf(`<row>${'<c>'.repeat(100_000)}`)),
  'a cell far away': () =>
    workbookOf(sheetOf(`${row}<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>`)),
  'entries that lead elsewhere': () =>
    workbookOf(sheetOf(row), [
      { name: '../../../../tmp/wpupload.txt', bytes: page },
      { name: '/tmp/wpupload', bytes: page },
    ]),
  'an archive of archives': () => {
    let inner = zipOf([{ name: 'a', bytes: Buffer.alloc(1_000_000) }]);
    for (let depth = 0; depth < 8; depth += 1) inner = zipOf([{ name: 'a.zip', bytes: inner }]);
    return inner;
  },
  'a line of five megabytes': () => Buffer.from(`Employee ID,Name\nS1,${'x'.repeat(4_800_000)}\n`),
  'a million columns': () => Buffer.from(`${'a,'.repeat(1_000_000)}\n${'b,'.repeat(1_000_000)}\n`),
  'quotes without end': () => Buffer.from(`Name\n"${'""'.repeat(2_000_000)}`),
  'two million rows': () => Buffer.from(`Name\n${'a\n'.repeat(2_000_000)}`),
  'a stream that never unpacks to its end': () => deflateSync(Buffer.alloc(1_000_000)),
};

const kinds = Object.entries({ ...polyglots, ...torn, ...floods, ...bombs });

/** Each kind in its turn. */
export async function hostileFile(
  number: number,
  random: Random,
): Promise<{ readonly kind: string; readonly bytes: Buffer }> {
  const [kind, make] = kinds[number % kinds.length] ?? kinds[0] ?? [];
  if (kind === undefined || make === undefined) throw new Error('there are no kinds');
  return { kind, bytes: await make(random) };
}

export const kindsOfFiles = kinds.length;
