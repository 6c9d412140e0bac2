// What may be stored as a picture, judged by what is in it, and how it is drawn again: no metadata, no stowaways.
import type { Metadata, ResizeOptions, Sharp, SharpOptions } from 'sharp';
import type { UploadPurpose } from '@watchpost/contract/files';
import { floorPlanSidePx } from '@watchpost/domain/floor-plans';
import {
  imageExtensions,
  logoMaxHeightPx,
  logoMaxWidthPx,
  profileImageExtensions,
  profileImageMinSidePx,
  thumbnailSidesPx,
} from '@watchpost/domain/limits';
import { InvalidInput } from '../http/app-error.ts';
import { Slots } from '../http/slots.ts';

/** Plans come by an endpoint of their own. */
export type PicturePurpose = UploadPurpose | 'floorPlan';

export interface Picture {
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly main: Buffer;
  /** By side in pixels. */
  readonly thumbnails: ReadonlyMap<(typeof thumbnailSidesPx)[number], Buffer>;
}

const profileSidePx = 512;
/** Other pictures are no larger than this either way. */
const imageSidePx = 2_048;
/** A picture unpacks to this at most: a phone's largest, which is read row by row. */
const pixelsMax = 52_000_000;
/** What can only be unpacked whole (gif, webp, what is woven or comes in ever finer passes) takes so many bytes at most. */
const wholeBytesMax = 16_000_000;
/** Pictures drawn at once; others wait. One that is unpacked whole takes all places. */
const slotsMax = 2;
const slots = new Slots(slotsMax);

type Format = 'jpeg' | 'png' | 'gif' | 'webp';
const formatsOf = (extensions: readonly (typeof imageExtensions)[number][]): Format[] =>
  extensions.map((extension) => (extension === 'jpg' ? 'jpeg' : extension));
const formats: Readonly<Record<PicturePurpose, readonly Format[]>> = {
  profileImage: formatsOf(profileImageExtensions),
  image: formatsOf(imageExtensions),
  tenantLogo: ['jpeg', 'png'],
  siteLogo: ['jpeg', 'png'],
  floorPlan: ['jpeg', 'png', 'webp'],
};

/** Decided before any decoder sees the bytes, so that no other format's decoder ever runs. */
function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  if (/^RIFF[^]{4}WEBP$/.test(bytes.subarray(0, 12).toString('latin1'))) return 'webp';
  return /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')) ? 'gif' : null;
}

/**
 * The picture to store in place of what was sent: turned upright, of a profile cut square. Throws InvalidInput keyed
 * `file`: photo_type (no picture of a kind that the purpose takes), photo_broken, photo_too_small, photo_too_many_pixels,
 * photo_save_plain (it would do with as many pixels were it saved so that it can be read row by row).
 */
export async function drawPicture(bytes: Buffer, purpose: PicturePurpose): Promise<Picture> {
  const format = formatOf(bytes);
  if (format === null || !formats[purpose].includes(format)) throw new InvalidInput({ file: 'photo_type' });
  const sharp = await drawing();
  const { width, height, hasAlpha, isWhole } = await sizeOf(sharp, bytes, format, purpose);
  const draw = async (): Promise<Picture> => {
    const mediaType = purpose === 'floorPlan' ? 'image/webp' : hasAlpha ? 'image/png' : 'image/jpeg';
    try {
      const main = await encode(
        sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
          .autoOrient()
          .resize(sizeFor(purpose, { width, height })),
        mediaType,
        isWhole,
      );
      const thumbnails: [(typeof thumbnailSidesPx)[number], Buffer][] = [];
      for (const name of thumbnailSidesPx) {
        const side = Number(name);
        const small = sharp(main.data).resize({ ...thumbnailFit[purpose], width: side, height: side });
        thumbnails.push([name, (await encode(small, mediaType)).data]);
      }
      const { width: drawnWidth, height: drawnHeight } = main.info;
      return {
        mediaType,
        width: drawnWidth,
        height: drawnHeight,
        main: main.data,
        thumbnails: new Map(thumbnails),
      };
    } catch {
      throw new InvalidInput({ file: 'photo_broken' });
    }
  };
  return slots.while(draw, isWhole ? slotsMax : 1);
}

/** One thread a picture, and nothing kept of those before: memory stays small, and no two pictures are alike. */
async function drawing() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const wholeOnClear = { fit: 'contain', background: { r: 255, g: 255, b: 255, alpha: 0 } } as const;
/** Faces fill their square; of a drawing all is seen. */
const thumbnailFit: Readonly<Record<PicturePurpose, ResizeOptions>> = {
  profileImage: { fit: 'cover' },
  image: { fit: 'cover' },
  tenantLogo: { fit: 'cover' },
  siteLogo: wholeOnClear,
  floorPlan: wholeOnClear,
};

/** A picture of few pixels never grows. */
function sizeFor(purpose: PicturePurpose, { width, height }: Pick<Size, 'width' | 'height'>): ResizeOptions {
  const within = { fit: 'inside', withoutEnlargement: true } as const;
  if (purpose === 'floorPlan') return { width: floorPlanSidePx, height: floorPlanSidePx, ...within };
  if (purpose === 'tenantLogo' || purpose === 'siteLogo')
    return { width: logoMaxWidthPx, height: logoMaxHeightPx, ...within };
  if (purpose === 'image') return { width: imageSidePx, height: imageSidePx, ...within };
  const side = Math.min(profileSidePx, width, height);
  return { width: side, height: side, fit: 'cover' };
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** It can only be unpacked whole. */
  readonly isWhole: boolean;
}

/** From the head alone: what says that it is huge is never unpacked. */
async function sizeOf(
  sharp: (bytes: Buffer, options: SharpOptions) => Sharp,
  bytes: Buffer,
  format: Format,
  purpose: PicturePurpose,
): Promise<Size> {
  const head = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => null);
  if (head === null) throw new InvalidInput({ file: 'photo_broken' });
  const { width, height, hasAlpha } = head;
  const isWhole = head.isProgressive === true || format === 'gif' || format === 'webp';
  if (width * height > pixelsMax) throw new InvalidInput({ file: 'photo_too_many_pixels' });
  if (isWhole && width * height * bytesAPixel(format, head) > wholeBytesMax)
    throw new InvalidInput({ file: 'photo_save_plain' });
  if (purpose === 'profileImage' && Math.min(width, height) < profileImageMinSidePx) {
    throw new InvalidInput({ file: 'photo_too_small' });
  }
  return { width, height, hasAlpha, isWhole };
}

/** That its decoder holds. Of a JPEG in passes it holds coefficients of two bytes, and those of colour as sparsely as they were kept. */
function bytesAPixel(format: Format, { channels, depth, chromaSubsampling = '' }: Metadata): number {
  if (format === 'png') return channels * (depth === 'ushort' ? 2 : 1);
  if (format === 'jpeg') return chromaSubsampling.startsWith('4:2:0') ? 3 : 2 * channels;
  return 5;
}

/** Neither format carries over metadata unless asked to. What is written row by row is larger by a third. */
function encode(picture: Sharp, mediaType: Picture['mediaType'], isByRow = false) {
  const drawn = {
    'image/png': () => picture.png(),
    'image/jpeg': () =>
      picture.jpeg(isByRow ? { quality: 86, optimiseCoding: false } : { quality: 86, mozjpeg: true }),
    // Smarter subsampling of colours would take a hundred megabytes for each, and more effort twenty.
    'image/webp': () => picture.webp({ quality: 86, effort: 2 }),
  };
  return drawn[mediaType]().toBuffer({ resolveWithObject: true });
}
