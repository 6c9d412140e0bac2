// A picture of the guides: where it is taken, and how it is stored.
import fs from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Admin } from '../sos-bar.ts';

export const imagesFolder = path.resolve(import.meta.dirname, '../../docs/guides/images');
/** Bytes; a guide with a dozen pictures must open on a phone's network. */
const bytesMax = 120_000;
const longestRestMs = 15_000;

export interface Stage {
  readonly page: Page;
  readonly admin: Admin;
  readonly request: APIRequestContext;
}

export interface Shot {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Brings the page to what the picture shows; a locator it returns is photographed in place of the screen. */
  readonly show: (stage: Stage) => Promise<Locator | undefined | void>;
}

/** Stores what the page shows. Throws where the picture is too large. */
export async function take(page: Page, { name }: Shot, part: Locator | undefined | void): Promise<number> {
  await untilAtRest(page);
  const png = await (part ?? page).screenshot({ animations: 'disabled', caret: 'hide' });
  const webp = await sharp(png).webp({ quality: 82, effort: 6 }).toBuffer();
  if (webp.length > bytesMax) throw new Error(`${name} has ${webp.length} bytes, of ${bytesMax}`);
  fs.writeFileSync(path.join(imagesFolder, `${name}.webp`), webp);
  return webp.length;
}

/** Resolves once nothing loads any more and letters are drawn in their own font. */
async function untilAtRest(page: Page): Promise<void> {
  const isAtRest = () => document.querySelector('[aria-busy="true"]') === null;
  await page.waitForFunction(isAtRest, undefined, { timeout: longestRestMs });
  await page.evaluate(async () => void (await document.fonts.ready));
  // Charts and maps are drawn after the answer that they show.
  await page.waitForTimeout(700);
}
