// The switches of sub admins' access as the table shows them. Pure.
import type { SubAdminAccess } from '@watchpost/contract/sub-admin-access';

/** Actions by access group. */
export type Grants = Readonly<Record<string, readonly string[]>>;

const by = (access: SubAdminAccess, pick: 'actions' | 'defaults'): Grants =>
  Object.fromEntries(access.groups.map((row) => [row.group, row[pick]]));

export const grantsOf = (access: SubAdminAccess): Grants => by(access, 'actions');
export const standardGrants = (access: SubAdminAccess): Grants => by(access, 'defaults');

export function isSame(one: Grants, other: Grants): boolean {
  return Object.keys({ ...one, ...other }).every((group) => one[group]?.join() === other[group]?.join());
}

/** One switch turned: whatever is given needs viewing, and without viewing nothing is left. */
export function switched(
  grants: Grants,
  access: SubAdminAccess,
  group: string,
  action: string,
  isOn: boolean,
): Grants {
  const available = access.groups.find((row) => row.group === group)?.available ?? [];
  const before = new Set(grants[group] ?? []);
  if (isOn) before.add(action).add('view');
  else if (action === 'view') before.clear();
  else before.delete(action);
  return { ...grants, [group]: available.filter((known) => before.has(known)) };
}
