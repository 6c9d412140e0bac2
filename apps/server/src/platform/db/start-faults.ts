// What keeps a server from the database that a setting names, in a sentence for anyone who set it.
import { EnvError } from '../../env.ts';
import { codeOf } from './database-errors.ts';

const unreachable = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/** What the driver says of an answer that is none of PostgreSQL, as a web server or a proxy gives it. */
const strange =
  /received invalid response|Unrecognized message|unexpected message|Connection terminated|wrong version number|SASL|ECONNRESET|EPIPE|EPROTO/i;

/** OpenSSL and Node have a code for each way in which a certificate may fall short. */
const distrusted = /CERT|SIGNATURE|ALTNAME/;

const advices: Readonly<Record<string, string>> = {
  '28000': 'Correct the user and the password in it, or let that user in (pg_hba.conf).',
  '28P01': 'Correct the user and the password in it.',
  '3D000': 'Create that database, or correct its name at the end of the address.',
  '42501':
    'Let that user own the database and create roles, or make the role watchpost_app and set DATABASE_APP_URL.',
  '53100': "Make room on the database's disk and start again.",
  '53300': 'Raise max_connections of the database, or lower DATABASE_POOL.',
  '57P03': 'Start again once it is ready.',
};

function adviceFor({ message }: Error, code: string): string | undefined {
  if (unreachable.has(code) || /timeout exceeded when trying to connect/.test(message))
    return 'Start the database, or correct host and port in the address.';
  if (/must be a string/.test(message)) return 'Write the password into the address.';
  if (/does not support SSL/.test(message)) return 'Switch TLS on there, or take sslmode out of the address.';
  if (distrusted.test(code))
    return 'Have NODE_EXTRA_CA_CERTS name the file of the authority that signed its certificate, and the address the name in it.';
  const advice = advices[code];
  if (advice !== undefined) return advice;
  if (strange.test(`${message} ${code}`))
    return 'What listens there does not answer as PostgreSQL does. Correct host and port in the address.';
  return undefined;
}

/** An EnvError that names `setting`, or the error itself where no setting and no operator can help. */
export function explainDatabaseFault(error: unknown, setting: string): unknown {
  if (!(error instanceof Error)) return error;
  const advice = adviceFor(error, codeOf(error));
  if (advice === undefined) return error;
  return new EnvError(`${setting}: ${error.message}. ${advice}`, { cause: error });
}
