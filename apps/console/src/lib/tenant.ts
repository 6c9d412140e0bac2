// Which tenant this page belongs to: the first path segment, else the one that the server names in index.html (API-01).
import { tenantSlugPattern } from '@watchpost/domain/patterns';

/** Slug of the tenant; `pathname` is '/' for the default tenant, '/{tenant}/' for any other. */
export function tenantOf(pathname: string, defaultTenant: string): string {
  const segment = pathname.split('/')[1] ?? '';
  return tenantSlugPattern.test(segment) ? segment : defaultTenant;
}

export function currentTenant(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="watchpost-tenant"]')?.content;
  return tenantOf(window.location.pathname, named ?? '');
}

/** What everybody may see of the tenant is kept under this key, whoever is signed in. */
export const publicTenantKey = 'admin-metadata';
