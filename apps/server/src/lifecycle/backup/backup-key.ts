import fs from 'node:fs/promises';
import { whyUnreadable } from '../../platform/adapters/files/named-file.ts';
import { BackupError } from './backup-file.ts';

const passphraseMin = 20;

/** The text in a file, without the end of its line; null when none is named. @throws BackupError */
export async function readPassphrase(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw new BackupError(`--key-file ${file}: ${whyUnreadable(error)}.`);
  });
  const passphrase = text.trim();
  if (passphrase.length < passphraseMin) {
    throw new BackupError(`--key-file ${file} must hold at least ${passphraseMin} characters.`);
  }
  return passphrase;
}
