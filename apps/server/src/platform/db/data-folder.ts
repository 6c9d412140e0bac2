// The folder of a server whose database is elsewhere: its secret, files and mails, where no setting names a place for them.
import fs from 'node:fs/promises';
import { systemFault } from './embedded/embedded-postgres-error.ts';
import { makeFolder } from './embedded/make-folder.ts';
import { type Env, EnvError } from '../../env.ts';

/** Else the start would succeed and the first upload or mail fail. */
export async function requireDataFolder({ dataDir, serverSecret, s3, smtpUrl }: Env): Promise<void> {
  if (serverSecret !== null && s3 !== null && smtpUrl !== null) return;
  try {
    makeFolder(dataDir);
    await fs.access(dataDir, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const fault = systemFault(error);
    if (fault === undefined) throw error;
    throw new EnvError(`DATA_DIR=${dataDir}: ${fault}.`, { cause: error });
  }
}
