// Whether a sign-in provider says that it recognised somebody by two factors.

/** Values of `amr` (RFC 8176) by what they show: something known, held, or of the body. */
const factorOf: Readonly<Record<string, 'known' | 'held' | 'body'>> = {
  pwd: 'known',
  pin: 'known',
  kba: 'known',
  otp: 'held',
  hwk: 'held',
  swk: 'held',
  sc: 'held',
  sms: 'held',
  tel: 'held',
  face: 'body',
  fpt: 'body',
  iris: 'body',
  retina: 'body',
  vbm: 'body',
};

/** Values of `acr` that mean more than one factor, from any issuer. */
const strongClasses: ReadonlySet<unknown> = new Set([
  // OpenID Connect Extended Authentication Profile: resistant to phishing, and with hardware.
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
  'http://idmanagement.gov/ns/assurance/aal/2',
  'http://idmanagement.gov/ns/assurance/aal/3',
]);

/** By the claims of an ID token. Without any that tell, one factor is assumed. */
export function provesTwoFactors(claims: { readonly amr?: unknown; readonly acr?: unknown }): boolean {
  const methods: readonly unknown[] = Array.isArray(claims.amr) ? claims.amr : [];
  const factors = new Set(methods.flatMap((method) => (isMethod(method) ? [factorOf[method]] : [])));
  return methods.includes('mfa') || factors.size > 1 || strongClasses.has(claims.acr);
}

const isMethod = (method: unknown): method is string =>
  typeof method === 'string' && Object.hasOwn(factorOf, method);
