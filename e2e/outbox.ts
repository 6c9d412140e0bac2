// The mails of a product without a mail server, which writes them into its outbox.
import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/** Mails to an address, the oldest first, once there are so many. */
export async function mailsTo(dataDir: string, address: string, count: number): Promise<Email[]> {
  const find = async () =>
    (await readOutbox(path.join(dataDir, 'outbox'))).filter((mail) => mail.to?.[0]?.address === address);
  await expect.poll(async () => (await find()).length).toBeGreaterThanOrEqual(count);
  return find();
}

async function readOutbox(folder: string): Promise<Email[]> {
  if (!fs.existsSync(folder)) return [];
  // Names are ids in the order of making.
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return Promise.all(
    names.toSorted().map((name) => PostalMime.parse(fs.readFileSync(path.join(folder, name)))),
  );
}
