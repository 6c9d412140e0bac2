// Tries mail and files at the start: they are needed much later, perhaps at night, when no one could correct a setting.
import { findS3WriteFault } from './platform/adapters/files/s3-faults.ts';
import type { Env } from './env.ts';
import { findMailFault } from './platform/mail/mail-server-faults.ts';

/** Says what keeps either from working, a sentence each, and nothing where they work. Never rejects. */
export async function tryServices(
  { smtpUrl, s3 }: Pick<Env, 'smtpUrl' | 's3'>,
  say: (sentence: string) => void,
): Promise<void> {
  const told = async (setting: string, find: () => Promise<string | null>) => {
    // No message: one that no one foresaw might hold the address with its password.
    const fault = await find().catch(() => `${setting}: could not be tried at the start.`);
    if (fault !== null) say(fault);
  };
  await Promise.all([
    smtpUrl === null ? null : told('SMTP_URL', () => findMailFault(smtpUrl)),
    s3 === null ? null : told('FILES_S3_ENDPOINT', () => findS3WriteFault(s3)),
  ]);
}
