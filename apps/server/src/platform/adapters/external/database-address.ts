// What the address of a database says of the way to it.

const plainModes = ['disable', 'allow', 'prefer'];
/** Each is met by the strictest: the certificate is checked, and the name in it. */
const encryptedModes = ['require', 'verify-ca', 'verify-full'];

export const isEncrypted = (url: URL): boolean =>
  encryptedModes.includes(url.searchParams.get('sslmode') ?? '');

/** Why a text is no address of a database; null for one that is. Repeats nothing of it that may be a secret. */
export function databaseAddressFault(text: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(text)) return 'must begin with postgres://';
  if (!URL.canParse(text) || !isDecodable(text))
    return 'must be an address such as postgres://user:password@host:5432/database, with %40 for an @ in the password.';
  const mode = new URL(text).searchParams.get('sslmode');
  const modes = [...plainModes, ...encryptedModes];
  // Else a misspelt one would connect without encryption.
  return mode === null || modes.includes(mode) ? null : `sslmode must be one of ${modes.join(', ')}.`;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A name, an address or the folder of a socket. */
export const databaseHost = (url: URL): string =>
  url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
