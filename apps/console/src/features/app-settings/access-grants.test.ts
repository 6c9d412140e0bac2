import type { SubAdminAccess } from '@watchpost/contract/sub-admin-access';
import { expect, test } from 'vitest';
import { grantsOf, isSame, standardGrants, switched } from './access-grants.ts';

const access: SubAdminAccess = {
  version: 1,
  groups: [
    { group: 'SITES', available: ['view', 'add', 'edit'], actions: [], defaults: [] },
    { group: 'GUARDS', available: ['view', 'add'], actions: ['view'], defaults: ['view', 'add'] },
  ],
};
const grants = grantsOf(access);

test('giving an action gives viewing with it, in the order of the table', () => {
  expect(switched(grants, access, 'SITES', 'edit', true)['SITES']).toEqual(['view', 'edit']);
});

test('taking viewing takes everything, taking another action only that', () => {
  const given = switched(grants, access, 'SITES', 'edit', true);
  expect(switched(given, access, 'SITES', 'edit', false)['SITES']).toEqual(['view']);
  expect(switched(given, access, 'SITES', 'view', false)['SITES']).toEqual([]);
});

test('what was turned back is the same again', () => {
  const turned = switched(grants, access, 'GUARDS', 'add', true);
  expect(isSame(turned, grants)).toBe(false);
  expect(isSame(turned, standardGrants(access))).toBe(true);
  expect(isSame(switched(turned, access, 'GUARDS', 'add', false), grants)).toBe(true);
});
