// The authority for time-stamps as the settings name it.
import fs from 'node:fs/promises';
import { whyUnreadable } from './platform/adapters/files/named-file.ts';
import type { AuthorityAddress } from './platform/adapters/time-stamps/authority-address.ts';
import {
  type TimeStampAuthority,
  timeStampAuthority,
} from './platform/adapters/time-stamps/time-stamp-authority.ts';
import { TimeStampError } from './platform/adapters/time-stamps/time-stamp-reply.ts';
import { EnvError } from './env.ts';

/** Undefined where none is named. Throws EnvError for a file of authorities that cannot be used. */
export async function openTimeStamps(
  place: AuthorityAddress | null,
): Promise<TimeStampAuthority | undefined> {
  if (place === null) return undefined;
  const { url, caFile: file } = place;
  const authorities =
    file === null
      ? null
      : await fs.readFile(file, 'utf8').catch((error: unknown) => {
          throw new EnvError(`TIMESTAMP_CA_FILE=${file}: ${whyUnreadable(error)}.`);
        });
  try {
    return timeStampAuthority({ url, authorities });
  } catch (error) {
    if (!(error instanceof TimeStampError)) throw error;
    throw new EnvError(`TIMESTAMP_CA_FILE=${file}: ${error.message}.`);
  }
}
