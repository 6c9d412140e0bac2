// Cookies that no script reads. Over TLS their names bind them to this very host, so that no neighbouring one plants them.

export interface CookieKind {
  readonly name: string;
  /** Below the tenant's API; empty for all of it. */
  readonly path: `/${string}` | '';
  readonly sameSite: 'Strict' | 'Lax';
}

export interface CookieSite {
  readonly tenant: { readonly slug: string };
  /** Whether the connection to the browser is encrypted. */
  readonly isSecure: boolean;
}

/** Browsers take a name with this prefix from this host alone, over TLS, for all its paths: the tenant goes into the name. */
const nameOf = ({ name }: CookieKind, { tenant, isSecure }: CookieSite): string =>
  isSecure ? `__Host-${name}_${tenant.slug}` : name;

export function writeOwnCookie(
  kind: CookieKind,
  value: string,
  maxAgeSeconds: number,
  site: CookieSite,
): string {
  const path = site.isSecure ? '/' : `/api/${site.tenant.slug}${kind.path}`;
  const rest = `Path=${path}; HttpOnly; Max-Age=${maxAgeSeconds}; SameSite=${kind.sameSite}`;
  return `${nameOf(kind, site)}=${value}; ${rest}${site.isSecure ? '; Secure' : ''}`;
}

/** Value in a Cookie header; null when absent. Over TLS the plain name counts for nothing. */
export function readOwnCookie(header: string | undefined, kind: CookieKind, site: CookieSite): string | null {
  const name = nameOf(kind, site);
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
