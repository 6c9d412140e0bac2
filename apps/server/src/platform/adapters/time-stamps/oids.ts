// Names of what time-stamps are made of, as DER has them, in hexadecimal.

export const oids = {
  sha1: '2b0e03021a',
  sha256: '608648016503040201',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
  signedData: '2a864886f70d010702',
  timeStampInfo: '2a864886f70d0109100104',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingCertificate: '2a864886f70d010910020c',
  signingCertificateV2: '2a864886f70d010910022f',
  rsaPss: '2a864886f70d01010a',
  ed25519: '2b6570',
  extendedKeyUsage: '551d25',
  timeStamping: '2b06010505070308',
} as const;

/** Of hashes that a signature may be made with today. */
export const hashNames: Readonly<Record<string, string>> = {
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
};
