// Where files are kept, for an operator's command.
import path from 'node:path';
import { diskFiles } from '../platform/adapters/files/disk-files.ts';
import type { FileStore } from '../platform/adapters/files/file-store.ts';
import { findS3Fault, findS3WriteFault } from '../platform/adapters/files/s3-faults.ts';
import { s3Files } from '../platform/adapters/files/s3-files.ts';
import { type Env, EnvError } from '../env.ts';

/**
 * Rejects with the setting to change where the file service does not work: before anything is done, not in its middle. Only to be
 * read, it may be one that takes no files.
 */
export async function reachFiles(
  { s3, dataDir }: Pick<Env, 's3' | 'dataDir'>,
  use: 'read' | 'write' = 'read',
): Promise<FileStore> {
  if (s3 === null) return diskFiles(path.join(dataDir, 'files'));
  const fault = await (use === 'read' ? findS3Fault : findS3WriteFault)(s3);
  if (fault !== null) throw new EnvError(fault);
  return s3Files(s3);
}
