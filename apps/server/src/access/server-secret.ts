// The secret with which this installation signs what it must recognise and nobody may make up.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

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

/** The secret that the data folder keeps; null where it keeps none. Fails where there is one that cannot be read. */
export async function keptServerSecret(dataDir: string): Promise<string | null> {
  try {
    return await fs.readFile(serverSecretFile(dataDir), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
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
  const file = serverSecretFile(dataDir);
  await fs.mkdir(dataDir, { recursive: true });
  // Written beside it and linked into place, so that a second server never reads half of it.
  // Not named by the process: in containers every one has the same number.
  const made = `${file}.${randomUUID()}`;
  await fs.writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    await fs.link(made, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await fs.rm(made, { force: true });
  }
  return serverSecret(await fs.readFile(file, 'utf8'), former);
}
