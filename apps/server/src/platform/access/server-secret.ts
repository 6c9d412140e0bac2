// The secret with which this installation signs what it must recognise and no one may make up.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { EnvError } from '../../env.ts';

export interface ServerSecret {
  /** Keyed digest of a text, apart for each purpose. */
  mac(purpose: string, text: string): Buffer;
  /** Those of before: what was made with one is still taken, and nothing more is made with it. */
  readonly former: readonly ServerSecret[];
}

export function serverSecret(key: string, former: readonly string[] = []): ServerSecret {
  return {
    mac: (purpose, text) => createHmac('sha256', key).update(`${purpose}\0${text}`).digest(),
    former: former.map((one) => serverSecret(one)),
  };
}

/** The one in use, then those of before. */
export const takenSecrets = (secret: ServerSecret): readonly ServerSecret[] => [secret, ...secret.former];

export interface ServerSecretSettings {
  /** Null for the one in the data folder. */
  readonly serverSecret: string | null;
  readonly formerServerSecrets: readonly string[];
}

export const serverSecretFile = (dataDir: string): string => path.join(dataDir, 'server-secret');

/** As SERVER_SECRET; characters. */
const secretLengthMin = 32;

/**
 * The secret that the data folder keeps; null where it keeps none. Fails where there is one that cannot be read, and with
 * EnvError where the file holds none, as after a disk was full: what anybody can guess must sign nothing.
 */
export async function storedServerSecret(dataDir: string): Promise<string | null> {
  const file = serverSecretFile(dataDir);
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  // An editor may have added a line end; the secret in use stays the one that it was.
  if (text.trim().length >= secretLengthMin) return text;
  throw new EnvError(
    `${file}: holds no secret of ${secretLengthMin} characters or more. Put the former file back from a backup, or set SERVER_SECRET. Delete it only if the former secret is lost: codes, links and the log of evidence then begin with a new one.`,
  );
}

/**
 * The configured secret, else the one in the data folder, made at the first start. Servers that share a database need
 * the same.
 */
export async function readServerSecret(
  { serverSecret: configured, formerServerSecrets: former }: ServerSecretSettings,
  dataDir: string,
): Promise<ServerSecret> {
  if (configured !== null) return serverSecret(configured, former);
  const stored = await storedServerSecret(dataDir);
  if (stored !== null) return serverSecret(stored, former);
  const file = serverSecretFile(dataDir);
  await fs.mkdir(dataDir, { recursive: true });
  // Written beside it and linked into place, so that a second server never reads half of it.
  // Not named by the process: in containers every one has the same number.
  const made = `${file}.${randomUUID()}`;
  await writeDurably(made, randomBytes(32).toString('base64url'));
  try {
    await fs.link(made, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await fs.rm(made, { force: true });
  }
  const inUse = await storedServerSecret(dataDir);
  if (inUse === null) throw new Error(`${file} was removed while the server started`);
  return serverSecret(inUse, former);
}

/** On disk before anything is signed with it: after a power cut the file would be there and empty. */
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
