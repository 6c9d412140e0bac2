// A product of its own for journeys that change passwords, and the mails that its outbox holds.
import fs from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { test as base } from './journey.ts';
import { startProduct } from './product.ts';

export interface OwnProduct {
  readonly url: string;
  /** Mails to an address, the oldest first, once there are so many. */
  mailsTo(address: string, count: number): Promise<Email[]>;
}

async function readOutbox(folder: string): Promise<Email[]> {
  if (!fs.existsSync(folder)) return [];
  // Names are ids in the order of making.
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return Promise.all(
    names.toSorted().map((name) => PostalMime.parse(fs.readFileSync(path.join(folder, name)))),
  );
}

async function startOwn(): Promise<OwnProduct & { stop: () => Promise<void> }> {
  const product = await startProduct();
  const find = async (address: string) =>
    (await readOutbox(path.join(product.dataDir, 'outbox'))).filter(
      (mail) => mail.to?.[0]?.address === address,
    );
  return {
    url: product.url,
    mailsTo: async (address, count) => {
      await expect.poll(async () => (await find(address)).length).toBeGreaterThanOrEqual(count);
      return find(address);
    },
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
