// The page that checks evidence files, as somebody has it who got it by mail: opened from a disk, the network cut.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from '@playwright/test';
import { expect } from './signed-in.ts';

export class VerificationPage {
  readonly page: Page;
  readonly address: string;
  /** What the page asked for, itself included. */
  readonly asked: readonly string[];

  private constructor(page: Page, address: string, asked: readonly string[]) {
    this.page = page;
    this.address = address;
    this.asked = asked;
  }

  static async open(browser: Browser, file: string): Promise<VerificationPage> {
    const context = await browser.newContext({ offline: true, locale: 'en-GB' });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // From here on, for a listener that comes with the key press comes too late for a quick browser.
    page.on('filechooser', () => {});
    const address = pathToFileURL(path.resolve(file)).href;
    await page.goto(address);
    return new VerificationPage(page, address, asked);
  }

  get evidence(): Locator {
    return this.page.getByLabel('Evidence file', { exact: true });
  }

  get compared(): Locator {
    return this.page.getByLabel('To compare with (optional)', { exact: true });
  }

  get pasted(): Locator {
    return this.page.getByLabel('Or a note from a mail (optional)', { exact: true });
  }

  /** Waits for the verdict on the chosen file, by its heading, which the focus goes to. */
  async saw(verdict: string, fileName: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: verdict })).toBeFocused();
    await expect(this.page.getByRole('definition').filter({ hasText: fileName })).toBeVisible();
  }

  /** Chooses a file with the keyboard alone. */
  async choose(key: 'Enter' | 'Space', file: string): Promise<void> {
    const field = this.evidence;
    await this.page.getByLabel('Language').focus();
    await this.page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser'),
      this.page.keyboard.press(key),
    ]);
    await chooser.setFiles(file);
  }

  /** Drops a file from the computer on the middle of what is named, or below everything. */
  async drop(file: string, on: Locator | null): Promise<void> {
    const box = await on?.boundingBox();
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    const at = box
      ? { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      : { x: width / 2, y: height - 10 };
    const browser = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await browser.send('Input.dispatchDragEvent', { type, ...at, data });
    }
    await browser.detach();
  }
}
