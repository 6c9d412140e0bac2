/** Browsers make passkeys for names alone, not for addresses in figures, and only over a connection they trust. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(window.location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress;
}
