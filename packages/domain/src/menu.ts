import { accessesOf, groupsOf, type AccessGroup, type AccessSwitches, type Role } from './permissions.ts';

/** A menu entry as stored in the browser (A3, R3.3). */
export interface MenuEntry {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly routerLink: string;
  readonly accessCode: string;
  readonly accessGroupCode: string;
  readonly accessGroupName: string;
  readonly accesses: readonly string[];
  readonly subMenuList: readonly MenuEntry[];
}

interface Leaf {
  readonly label: string;
  readonly icon: string;
  readonly routerLink: string;
  readonly group: AccessGroup;
  /** What sub admins have it called, where the specification names it otherwise for them (MENU-05). */
  readonly subAdminLabel?: string;
}
interface Branch {
  readonly label: string;
  readonly icon: string;
  readonly children: readonly Leaf[];
}

const leaf = (label: string, icon: string, routerLink: string, group: AccessGroup): Leaf => ({
  label,
  icon,
  routerLink,
  group,
});

/** The full menu in its order (MENU-04). */
const fullMenu: readonly (Leaf | Branch)[] = [
  leaf('Dashboard', 'dashboard', 'admin-dashboard/', 'DASHBOARD'),
  leaf('Manage Sites', 'sites', 'manage-sites/', 'SITES'),
  leaf('Manage Security Guards', 'guards', 'manage-security-guards/', 'GUARDS'),
  leaf('Manage Checkpoints', 'checkpoints', 'manage-checkpoints/', 'CHECKPOINTS'),
  leaf('Manage Shifts', 'shifts', 'manage-shifts/', 'SHIFTS'),
  leaf('Manage Incidents', 'incidents', 'manage-incidents/', 'INCIDENTS'),
  {
    ...leaf('Manage Patrol Routes', 'routes', 'manage-patrol-routes/', 'PATROL_ROUTES'),
    subAdminLabel: 'Manage Routes',
  },
  leaf('Manage Patrol Tours', 'tours', 'manage-patrol-tours/', 'PATROL_TOURS'),
  leaf('Manage Devices', 'devices', 'manage-devices/', 'DEVICES'),
  {
    label: 'App Settings',
    icon: 'settings',
    children: [
      leaf('Organisation', 'settings', 'app-settings/', 'APP_SETTINGS'),
      leaf('About Company', 'page', 'app-settings/about-company', 'APP_SETTINGS'),
      leaf('FAQs', 'page', 'app-settings/FAQs', 'APP_SETTINGS'),
      leaf('Privacy Policy', 'page', 'app-settings/privacy-policy', 'APP_SETTINGS'),
      leaf('Contact Us', 'page', 'app-settings/contact-us', 'APP_SETTINGS'),
      leaf('Terms and Conditions', 'page', 'app-settings/terms-and-conditions', 'APP_SETTINGS'),
      leaf('Sent Mail', 'mail', 'app-settings/sent-mail', 'SENT_MAIL'),
      leaf('Audit Log', 'log', 'app-settings/audit-log', 'AUDIT_LOG'),
    ],
  },
  {
    label: 'Reports',
    icon: 'reports',
    children: [
      leaf('Scanned Checkpoints', 'report', 'patrolling-reports/scanned-checkpoints', 'SCANNED_CHECKPOINTS'),
      leaf('Login/Logout', 'report', 'patrolling-reports/login-logout', 'LOGIN_LOGOUT'),
      leaf('Exceptions', 'incidents', 'patrolling-reports/exceptions', 'EXCEPTIONS'),
      leaf('Scheduled Reports', 'mail', 'patrolling-reports/scheduled-reports', 'SCHEDULED_REPORTS'),
      leaf('Evidence Log', 'evidence', 'patrolling-reports/evidence-log', 'EVIDENCE_LOG'),
    ],
  },
];

/** The menu of a role in a tenant with these switches: the entries whose access group it has; a group stays while one child does. */
export function menuOf(role: Role, switches: AccessSwitches = {}): MenuEntry[] {
  const groups = new Set(groupsOf(role, switches));
  const rights = (group: AccessGroup) => accessesOf(role, group, switches);
  return fullMenu.flatMap((node) => {
    if ('group' in node) return groups.has(node.group) ? [leafEntry(labelled(node, role), rights)] : [];
    const children = node.children.filter((child) => groups.has(child.group));
    return children.length === 0 ? [] : [branchEntry(node, children, rights)];
  });
}

const labelled = (node: Leaf, role: Role): Leaf =>
  role === 'subAdmin' ? { ...node, label: node.subAdminLabel ?? node.label } : node;

/** Route of the first page in a menu; '' where there is none. */
export function firstRoute(menu: readonly MenuEntry[]): string {
  const [first] = menu;
  return (first?.subMenuList[0] ?? first)?.routerLink ?? '';
}

type Rights = (group: AccessGroup) => readonly string[];

function leafEntry(node: Leaf, rights: Rights): MenuEntry {
  return {
    name: node.label,
    label: node.label,
    icon: node.icon,
    routerLink: node.routerLink,
    accessCode: 'view',
    accessGroupCode: node.group,
    accessGroupName: node.label,
    accesses: rights(node.group),
    subMenuList: [],
  };
}

function branchEntry(node: Branch, children: readonly Leaf[], rights: Rights): MenuEntry {
  return {
    name: node.label,
    label: node.label,
    icon: node.icon,
    routerLink: '',
    accessCode: '',
    accessGroupCode: node.label.toUpperCase().replaceAll(' ', '_'),
    accessGroupName: node.label,
    accesses: [],
    subMenuList: children.map((child) => leafEntry(child, rights)),
  };
}

const patrolNames: Readonly<Record<string, Pick<Leaf, 'label' | 'routerLink'>>> = {
  Bookings: { label: 'Manage Security Guards', routerLink: 'manage-security-guards/' },
  Passengers: { label: 'Manage Shifts', routerLink: 'manage-shifts/' },
  Drivers: { label: 'Manage Checkpoints', routerLink: 'manage-checkpoints/' },
  Vehicles: { label: 'Manage Patrol Routes', routerLink: 'manage-patrol-routes/' },
  'Manage Cities': { label: 'Manage Patrol Tours', routerLink: 'manage-patrol-tours/' },
};
const incidentsPosition = 6;

/** Relabels a generic menu to the patrol names and puts 'Manage incidents' at position 6 (MENU-07). */
export function toPatrolMenu(menu: readonly MenuEntry[]): MenuEntry[] {
  const renamed = menu.map((entry) => {
    const patrol = Object.hasOwn(patrolNames, entry.label) ? patrolNames[entry.label] : undefined;
    return patrol === undefined ? entry : { ...entry, ...patrol, name: patrol.label };
  });
  if (renamed.every((entry, index) => entry === menu[index])) return renamed;
  const incidents: MenuEntry = {
    name: 'Manage incidents',
    label: 'Manage incidents',
    icon: 'incidents',
    routerLink: 'manage-incidents/',
    accessCode: 'view',
    accessGroupCode: 'DASHBOARD',
    accessGroupName: 'Dashboard',
    // No more than the menu's owner already has: the entry stands in the dashboard's access group.
    accesses: menu.find((entry) => entry.accessGroupCode === 'DASHBOARD')?.accesses ?? [],
    subMenuList: [],
  };
  return renamed.toSpliced(incidentsPosition - 1, 0, incidents);
}

/**
 * What the sidebar shows: first of each label, nothing whose access group is COMMON (MENU-01). A group that loses
 * all its children goes with them, for it would be left as a link to nowhere.
 */
export function visibleMenu(menu: readonly MenuEntry[]): MenuEntry[] {
  const seen = new Set<string>();
  return menu
    .filter((entry) => entry.accessGroupCode !== 'COMMON')
    .filter((entry) => !seen.has(entry.label) && seen.add(entry.label))
    .map((entry) => ({ entry, shown: visibleMenu(entry.subMenuList) }))
    .filter(({ entry, shown }) => entry.subMenuList.length === 0 || shown.length > 0)
    .map(({ entry, shown }) => ({ ...entry, subMenuList: shown }));
}
