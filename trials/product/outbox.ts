// Mails of a product without a mail server, which are files.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';

const patienceMs = 30_000;

export interface Outbox {
  /** The `number`-th mail to an address, counted from one, once it is there. Rejects when it does not come. */
  mailTo(address: string, number: number): Promise<Email>;
}

export function openOutbox(dataDir: string): Outbox {
  const folder = path.join(dataDir, 'outbox');
  const read = new Map<string, Email>();
  const readNew = async () => {
    const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    // Names are ids in the order of making; what is being written has another ending.
    for (const name of names.filter((one) => one.endsWith('.eml') && !read.has(one)).toSorted()) {
      read.set(name, await PostalMime.parse(fs.readFileSync(path.join(folder, name))));
    }
  };
  return {
    mailTo: async (address, number) => {
      for (const untilMs = Date.now() + patienceMs; Date.now() < untilMs; await sleep(50)) {
        await readNew();
        const mails = [...read.values()].filter(({ to }) => to?.[0]?.address === address);
        const mail = mails[number - 1];
        if (mail !== undefined) return mail;
      }
      throw new Error(`no mail ${number} came to ${address}`);
    },
  };
}

export const otpOf = ({ text }: Email): string => /^ {4}(\d+)$/m.exec(text ?? '')?.[1] ?? '';
export const linkSecretOf = ({ text }: Email): string => /reset=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
