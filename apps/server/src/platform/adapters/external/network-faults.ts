// What keeps this machine from a service that a setting names, in a sentence for anyone who set it.

export interface ServiceAddress {
  readonly setting: string;
  /** Without user and password. */
  readonly host: string;
  readonly port: string;
  /** How the address begins where nothing is encrypted from the start, such as http:// */
  readonly plainBeginning: string;
}

const unknownName = new Set(['EAI_AGAIN', 'EDNS', 'ENODATA', 'ENOTFOUND']);
const unanswered = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'TimeoutError',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const hungUp = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** OpenSSL and Node have a code for each way in which a certificate may fall short. */
const distrusted = /CERT|SIGNATURE|ALTNAME/;

/** By a code of the system, of TLS or of fetch; null where it is none of the network's. Tells no part of the address but the place. */
export function networkFault(
  code: string,
  { setting, host, port, plainBeginning }: ServiceAddress,
): string | null {
  const address = `${host}:${port}`;
  if (unknownName.has(code))
    return `${setting}: the name ${host} is not found. Correct it, or the name servers of this machine.`;
  if (code === 'ECONNREFUSED')
    return `${setting}: ${address} refuses connections. Start the service there, or correct host and port.`;
  if (unanswered.has(code))
    return `${setting}: ${address} does not answer. Correct host and port, or let this machine through to it.`;
  if (hungUp.has(code))
    return `${setting}: ${address} hangs up. Correct the port, or whether the address begins with ${plainBeginning}.`;
  if (distrusted.test(code))
    return `${setting}: the certificate of ${address} is not trusted (${code}). Have the address name the host as the certificate does, and NODE_EXTRA_CA_CERTS the file of the authority that signed it.`;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return `${setting}: ${address} speaks no TLS. Correct the port, or have the address begin with ${plainBeginning}.`;
  if (/^ERR_(?:SSL|TLS)_|^EPROTO$/.test(code))
    return `${setting}: no TLS comes about with ${address} (${code}). Correct the port, or which TLS is spoken there.`;
  return null;
}
