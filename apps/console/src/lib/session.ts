// What the browser keeps of a session: everything but the credential (SIGN-11).
import type { DropdownEntry, SessionView, UserDetails } from '@watchpost/contract/session';
import type { MenuEntry } from '@watchpost/domain/menu';
import type { AccessGroup } from '@watchpost/domain/permissions';
import { createJsonArea, type JsonArea, type StorageArea } from './json-area.ts';
import { isCount, isDropdown, isMenu, isStringLists, isText, isUserDetails } from './stored-shapes.ts';

/** Names in local storage, as the specification gives them; values are JSON. */
export const storageKeys = {
  token: 'Token',
  user: 'userDetails',
  /** The language that the user chose (SHELL-07); missing while none was chosen. */
  language: 'LANGUAGE',
  menu: 'ACCESS_MENU',
  accessList: 'ACCESS_LIST',
  sites: 'SITES_DROPDOWN',
  selectedMenu: 'SELECTED_MENU',
  selectedMenuText: 'SELECTED_MENU_TEXT',
  dashboardRoute: 'DASHBOARD_ROUTE',
  /** Version of the tenant's settings that menu, rights and configuration belong to. */
  settingsVersion: 'SETTINGS_VERSION',
  /** Two tenants may be served from one origin; the keys above belong to this one. */
  tenant: 'TENANT',
} as const;

const reservedKeys = new Set<string>(Object.values(storageKeys));
const emptyMenu: readonly MenuEntry[] = [];
const fallbackDashboardRoute = 'admin-dashboard/dashboard';

/** What is stored, each value the same object until its text changes. */
function createReaders(json: JsonArea, tenant: () => string) {
  /** The user's id while someone is signed in to this tenant; a marker for the route guard, never a credential. */
  const token = (): string | undefined => {
    const owner = json.read(storageKeys.tenant, isText);
    const id = json.read(storageKeys.token, isText);
    return id === '' || (owner !== undefined && owner !== tenant()) ? undefined : id;
  };
  const selectedMenu = () => json.read(storageKeys.selectedMenu, isText);
  const codesOf = (group: string): readonly string[] => {
    const accessList = json.read(storageKeys.accessList, isStringLists) ?? {};
    return Object.hasOwn(accessList, group) ? (accessList[group] ?? []) : [];
  };
  return {
    token,
    isSignedIn: () => token() !== undefined,
    user: (): UserDetails | undefined => json.read(storageKeys.user, isUserDetails),
    language: () => json.read(storageKeys.language, isText),
    menu: () => json.read(storageKeys.menu, isMenu) ?? emptyMenu,
    /** Undefined for anyone who sees one site only (SIGN-07). */
    sites: (): readonly DropdownEntry[] | undefined => json.read(storageKeys.sites, isDropdown),
    selectedMenu,
    dashboardRoute: () => json.read(storageKeys.dashboardRoute, isText) ?? fallbackDashboardRoute,
    tenantConfig: (configKey: string) =>
      reservedKeys.has(configKey) ? undefined : json.read(configKey, isText),
    settingsVersion: () => json.read(storageKeys.settingsVersion, isCount) ?? 0,
    /** Whether the selected menu's access list holds the code (MENU-06). */
    hasAccess: (code: string): boolean => codesOf(selectedMenu() ?? '').includes(code),
    /** Whether a group's access list holds the code, for pages that stand under no entry of the menu. */
    hasAccessTo: (group: AccessGroup, code: string): boolean => codesOf(group).includes(code),
    canView: (group: AccessGroup): boolean => codesOf(group).includes('view'),
  };
}

/** Whether the route is, or lies below, that of an entry. */
function isWithin(menu: SessionView['menu'], route: string): boolean {
  const bare = (path: string) => path.replaceAll(/^\/+|\/+$/g, '');
  return menu.some((entry) => {
    const link = bare(entry.routerLink);
    const isHere = link !== '' && `${bare(route)}/`.startsWith(`${link}/`);
    return isHere || isWithin(entry.subMenuList, route);
  });
}

function writeView(json: JsonArea, view: SessionView, tenant: string): void {
  json.write(storageKeys.tenant, tenant);
  json.write(storageKeys.user, view.user);
  if (view.language === null) json.remove(storageKeys.language);
  else json.write(storageKeys.language, view.language);
  json.write(storageKeys.menu, view.menu);
  json.write(storageKeys.accessList, view.accessList);
  const isSameUser = json.read(storageKeys.token, isText) === view.user.id;
  const dashboardRoute = json.read(storageKeys.dashboardRoute, isText);
  // A refresh keeps the route that SIGN-14 stored, while it still leads somewhere.
  if (!isSameUser || dashboardRoute === undefined || !isWithin(view.menu, dashboardRoute))
    json.write(storageKeys.dashboardRoute, view.dashboardRoute);
  json.write(storageKeys.settingsVersion, view.settingsVersion);
  if (view.sitesDropdown === null) json.remove(storageKeys.sites);
  else json.write(storageKeys.sites, view.sitesDropdown);
  for (const { configKey, configValue } of view.tenantConfig) {
    if (reservedKeys.has(configKey)) continue;
    // Nothing is chosen, or not any more.
    if (configValue === '') json.remove(configKey);
    else json.write(configKey, configValue);
  }
  // Last, because other tabs take its arrival as "signed in".
  json.write(storageKeys.token, view.user.id);
}

/** `tenant` is asked when needed, so that a session can be made before there is a page. */
export function createSession(area: () => StorageArea, tenant: () => string) {
  const json = createJsonArea(area);
  const readers = createReaders(json, tenant);
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const writeText = (key: string, text: string) => {
    json.write(key, text);
    notify();
  };
  return {
    ...readers,
    /** Keeps what sign-in or user-metadata answered. */
    save(view: SessionView): void {
      writeView(json, view, tenant());
      notify();
    },
    /** Keeps the signed-in user's own details as just saved (PROF-03); those of somebody else are too late. */
    saveUser(user: UserDetails): void {
      if (readers.token() !== user.id) return;
      json.write(storageKeys.user, user);
      notify();
    },
    saveLanguage: (language: string) => writeText(storageKeys.language, language),
    selectMenu(accessGroupCode: string): void {
      if (readers.selectedMenu() !== accessGroupCode) writeText(storageKeys.selectedMenu, accessGroupCode);
    },
    rememberClickedText: (text: string) => json.write(storageKeys.selectedMenuText, text),
    rememberDashboardRoute: (route: string) => writeText(storageKeys.dashboardRoute, route),
    /** Forgets everything in local storage (OUT-01). */
    clear(): void {
      json.clear();
      notify();
    },
    /** For changes that another tab made. */
    notify,
    /** Returns the function that stops listening. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type Session = ReturnType<typeof createSession>;
