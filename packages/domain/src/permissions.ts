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
  SENT_MAIL: ['view', 'retry'],
  AUDIT_LOG: ['view', 'export'],
  SCANNED_CHECKPOINTS: ['view', 'details', 'export'],
  LOGIN_LOGOUT: ['view', 'details', 'export'],
  EXCEPTIONS: ['view', 'edit', 'export'],
  SCHEDULED_REPORTS: ['view', 'add', 'edit', 'status', 'delete'],
  DEVICES: ['view', 'edit'],
  EVIDENCE_LOG: ['view', 'edit'],
  PERSONAL_DATA: ['export', 'erase'],
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

/**
 * Of super admins alone, whatever a tenant stores: App Settings holds these very switches, so anyone who had it could
 * give itself everything, and its pages and settings are those of all sites. The audit log, the sent mail and the log of
 * evidence tell of everybody. Of a person's data everything is exported or erased, whichever sites it is of.
 */
const superAdminOnly: ReadonlySet<AccessGroup> = new Set([
  'APP_SETTINGS',
  'SENT_MAIL',
  'AUDIT_LOG',
  'EVIDENCE_LOG',
  'PERSONAL_DATA',
]);

/** The access groups that a super admin may switch on and off for the tenant's sub admins. */
export const switchableGroups: readonly AccessGroup[] = groupNames.filter(
  (group) => !superAdminOnly.has(group),
);

/**
 * The actions that a tenant's sub admins have, of the groups where the tenant departs from the defaults; an empty list
 * takes a group away.
 */
export type AccessSwitches = Readonly<Partial<Record<AccessGroup, readonly string[]>>>;

/** Every group as shipped (MENU-05). */
export const defaultSwitches: AccessSwitches = {};

/** Switches as found in a store: what no table of ours knows is left out, and actions without `view` are none. */
export function readSwitches(stored: unknown): AccessSwitches {
  if (typeof stored !== 'object' || stored === null) return defaultSwitches;
  const known = Object.entries(stored).flatMap(([group, actions]) =>
    isAccessGroup(group) && !superAdminOnly.has(group) && Array.isArray(actions)
      ? [[group, actionsWithin(group, actions)] as const]
      : [],
  );
  return Object.fromEntries(known);
}

/** Those of the table, in its order; none without `view`, which every other action needs. */
function actionsWithin(group: AccessGroup, actions: readonly unknown[]): readonly string[] {
  return actions.includes('view') ? accessGroups[group].filter((action) => actions.includes(action)) : [];
}

/** The access groups of a role. A guard has none: it cannot sign in to the console (SIGN-13). */
export function groupsOf(role: Role, switches = defaultSwitches): readonly AccessGroup[] {
  return groupNames.filter((group) => accessesOf(role, group, switches).length > 0);
}

/** The access codes that a role has within a group; empty when it lacks the group. */
export function accessesOf(
  role: Role,
  group: AccessGroup,
  switches: AccessSwitches = defaultSwitches,
): readonly string[] {
  if (role === 'superAdmin') return accessGroups[group];
  if (role !== 'subAdmin' || superAdminOnly.has(group)) return [];
  const switched = switches[group];
  if (switched !== undefined) return actionsWithin(group, switched);
  return subAdminGroups.has(group) ? accessGroups[group] : [];
}

/** Whether a role holds a permission, written GROUP:action, in a tenant with these switches. */
export function isPermitted(role: Role, permission: Permission, switches = defaultSwitches): boolean {
  const [group = '', action = ''] = permission.split(':');
  return isAccessGroup(group) && accessesOf(role, group, switches).includes(action);
}
