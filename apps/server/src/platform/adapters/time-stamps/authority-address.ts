// Which authority stamps, as settings name it.

export interface AuthorityAddress {
  readonly url: string;
  /** The file with the certificates that its signature has to lead to; null to believe the one that comes along. */
  readonly caFile: string | null;
}

/** Null where no authority is named; a sentence for what cannot be meant, which repeats no password. */
export function authorityAddress(url = '', caFile = ''): AuthorityAddress | string | null {
  if (url === '')
    return caFile === '' ? null : 'TIMESTAMP_CA_FILE: say which authority stamps, too: TIMESTAMP_URL.';
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hash !== '')
    return 'TIMESTAMP_URL: must be an address such as https://timestamp.example.com/tsr';
  return { url, caFile: caFile === '' ? null : caFile };
}
