import { expect, it } from 'vitest';
import { tenantOf } from './tenant.ts';

it.each([
  ['/', 'demo'],
  ['/acme/', 'acme'],
  ['/acme', 'acme'],
  ['/index.html', 'demo'],
  ['/Not_A_Slug/', 'demo'],
])('[API-01] the console at %s belongs to tenant %s', (path, tenant) => {
  expect(tenantOf(path, 'demo')).toBe(tenant);
});
