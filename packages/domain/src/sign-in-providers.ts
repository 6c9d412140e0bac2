// The numbers of signing in through a tenant's own provider (OpenID Connect).

/** From the click on the button until the provider has sent the browser back. */
export const providerFlowMinutes = 10;
/** For one answer of a provider. */
export const providerAnswerSeconds = 5;
/** A provider's answer is a few kilobytes; what is longer is no answer. */
export const providerAnswerMaxBytes = 262_144;
/** How far the clocks of server and provider may differ. */
export const providerClockSeconds = 60;
/** For so long a server believes what it discovered of a provider. */
export const providerKnownMinutes = 10;

export const providerAddressMaxLength = 500;
export const providerClientMaxLength = 200;
export const providerSecretMaxLength = 1_000;
export const providerLabelMaxLength = 40;
export const providerScopesMaxLength = 200;
export const providerScopes = 'openid email profile';
/** Scope tokens of RFC 6749, parted by single spaces, with openid among them. */
export const providerScopesPattern =
  /^(?=.*(?:^| )openid(?: |$))[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** What testing the settings can find; the first is the good one. */
export const providerFindings = [
  'ready',
  'addressRefused',
  'unreachable',
  'noDiscovery',
  'otherIssuer',
  'lacking',
] as const;
