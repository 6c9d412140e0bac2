// The one table of who may do what. The server's guard, the stored menu and the console's buttons read it.

export const roles = ['superAdmin', 'subAdmin', 'guard'] as const;
export type Role = (typeof roles)[number];

/** Modules are access groups (the source's accessGroupCode); actions are its access codes. */
export const accessGroups = {
  DASHBOARD: ['view'],
  SITES: ['view', 'add', 'edit', 'status', 'delete'],
  GUARDS: ['view', 'add', 'edit', 'status', 'delete', 'import'],
  CHECKPOINTS: ['view', 'add', 'edit', 'status', 'delete', 'import'],
  SHIFTS: ['view', 'add', 'edit', 'status', 'delete'],
  INCIDENTS: ['view', 'add', 'edit', 'status'],
  PATROL_ROUTES: ['view', 'add', 'edit', 'status', 'delete'],
  PATROL_TOURS: ['view', 'add', 'edit', 'status', 'delete'],
  APP_SETTINGS: ['view', 'edit'],
  SCANNED_CHECKPOINTS: ['view', 'details', 'export'],
  LOGIN_LOGOUT: ['view', 'details', 'export'],
} as const;

export type AccessGroup = keyof typeof accessGroups;
export type Permission = {
  [Group in AccessGroup]: `${Group}:${(typeof accessGroups)[Group][number]}`;
}[AccessGroup];

const groupNames = Object.keys(accessGroups).filter(isAccessGroup);

export function isAccessGroup(name: string): name is AccessGroup {
  return Object.hasOwn(accessGroups, name);
}

/** What a sub admin has unless its tenant says otherwise (MENU-05). */
const subAdminGroups: ReadonlySet<AccessGroup> = new Set([
  'DASHBOARD',
  'GUARDS',
  'CHECKPOINTS',
  'SCANNED_CHECKPOINTS',
]);

/** The access groups of a role. A guard has none: it cannot sign in to the console (SIGN-13). */
export function groupsOf(role: Role): readonly AccessGroup[] {
  if (role === 'superAdmin') return groupNames;
  if (role === 'subAdmin') return groupNames.filter((group) => subAdminGroups.has(group));
  return [];
}

/** The access codes that a role has within a group; empty when it lacks the group. */
export function accessesOf(role: Role, group: AccessGroup): readonly string[] {
  return groupsOf(role).includes(group) ? accessGroups[group] : [];
}

/** Whether a role holds a permission, written GROUP:action. */
export function isPermitted(role: Role, permission: Permission): boolean {
  const [group = '', action = ''] = permission.split(':');
  return isAccessGroup(group) && accessesOf(role, group).includes(action);
}
