/** The embedded database cannot run; the message says what is wrong and what to do about it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The way out that always exists, for the end of a message. */
export const OWN_SERVER_ADVICE =
  'Or use a PostgreSQL server of your own (15 or newer): set DATABASE_URL to its address.';

const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and start again',
  EDQUOT: 'the disk quota is used up; free some space and start again',
  EROFS: 'the file system is read-only; choose a data folder on a writable disk',
  EACCES: 'permission denied; choose a data folder this user may write, or start as the user who owns it',
  EPERM: 'the operation is not permitted; choose a data folder that belongs to this user',
  EEXIST: 'there is a file of that name; choose a folder',
  ENOTDIR: 'a part of the path is a file; choose a folder',
  ENAMETOOLONG: 'the path is too long; choose a shorter one',
  ELOOP: 'its symbolic links lead in a circle; choose another folder',
  ENOENT: 'nothing can be made there; choose a folder on a disk',
};

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What is wrong with a data folder and what to do about it; undefined for an error that is none of the system's. */
export const systemFault = (error: unknown): string | undefined => SYSTEM_FAULTS[errorCode(error) ?? ''];

/** Turns a system error met at a data folder into a sentence that names the setting; leaves every other error as it is. */
export function explainFault(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedPostgresError) return error;
  const reason = systemFault(error);
  if (reason === undefined || !(error instanceof Error)) return error;
  return new EmbeddedPostgresError(
    `DATA_DIR=${dataDir}: ${reason}. (${error.message}) ${OWN_SERVER_ADVICE}`,
    {
      cause: error,
    },
  );
}
