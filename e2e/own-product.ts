// A product of its own for journeys that change passwords, and the mails that its outbox holds.
import { type Browser, expect, type Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { test as base } from './journey.ts';
import { mailsTo } from './outbox.ts';
import { startProduct } from './product.ts';

export interface OwnProduct {
  readonly url: string;
  /** Mails to an address, the oldest first, once there are so many. */
  mailsTo(address: string, count: number): Promise<Email[]>;
}

async function startOwn(): Promise<OwnProduct & { stop: () => Promise<void> }> {
  const product = await startProduct();
  return {
    url: product.url,
    mailsTo: (address, count) => mailsTo(product.dataDir, address, count),
    stop: () => product.stop(),
  };
}

export const test = base.extend<{ baseURL: string }, { file: string; product: OwnProduct }>({
  // Named by each file that changes passwords: files of different names never share a product.
  file: ['', { option: true, scope: 'worker' }],
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted off this pattern
    async ({}, use) => {
      const product = await startOwn();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});

export const otpOf = (mail: Email | undefined): string => /^ {4}(\d+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
export const linkOf = (mail: Email | undefined): string =>
  /^(https?:\S+reset=\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '';

/** Signs in with a password of one's own choosing, in a browser apart from the test's. */
export async function browserApart(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

export async function signInWith(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/#/signin');
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
}
