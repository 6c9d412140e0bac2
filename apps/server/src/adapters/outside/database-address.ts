// What the address of a database says of the way to it.

/** Each is met by the strictest: the certificate is checked, and the name in it. */
const encryptedModes = new Set(['require', 'verify-ca', 'verify-full']);

export const isEncrypted = (url: URL): boolean => encryptedModes.has(url.searchParams.get('sslmode') ?? '');

/** A name, an address or the folder of a socket. */
export const databaseHost = (url: URL): string =>
  url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
