// Who may enter the console, and what the console learns about them.
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { getServiceArea, SessionView } from '@watchpost/contract/session';
import { type Language, languageOf } from '@watchpost/domain/languages';
import { firstRoute, menuOf } from '@watchpost/domain/menu';
import { accessesOf, groupsOf } from '@watchpost/domain/permissions';
import { fromConfig, settingKeys, tenantNameConfigKey } from '@watchpost/domain/tenant-settings';
import type { SiteScope } from '../../platform/access/caller.ts';
import { isPassword } from '../../platform/access/password.ts';
import { releaseTry, reserveTry, type SignInSubject } from '../../platform/access/sign-in-limit.queries.ts';
import { findLogo } from '../../platform/branding/tenant-logo.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { admit, type ConsoleUser } from '../sign-in/admission.ts';
import { findAccessSwitches, findUserByEmail } from '../sign-in/console-users.queries.ts';
import { findGuardSecret } from '../sign-in/guard-secrets.queries.ts';
import { findSites, findTenantConfig, findTenantName } from './session.queries.ts';

export const dashboardRoute = 'admin-dashboard/dashboard';

type Db = SiteScope['db'];
/**
 * The user of a right e-mail and password who may enter. Throws signInFailed for everything that must not tell
 * accounts apart; the other refusals (accountDeactivated, roleInvalid, noAccessGroup) only after a right password. A guard's
 * own secret is one too, of somebody whose role is not the console's (SIGN-13).
 * `warn` hears of accounts with neither record (SIGN-09).
 */
export async function checkSignIn(
  db: Db,
  subject: SignInSubject,
  password: string,
  warn: (message: string) => void,
): Promise<ConsoleUser> {
  const { tenantId, username } = subject;
  await reserveTry(db, subject);
  const user = await findUserByEmail(db, tenantId, username);
  if ((await isPassword(user?.passwordHash ?? null, password)) && user !== null) {
    await releaseTry(db, subject);
    return admit(db, tenantId, user, warn);
  }
  // Also where no guard has the address, so that time does not tell who exists.
  const guard = await findGuardSecret(db, tenantId, username);
  if (!(await isPassword(guard?.secretHash ?? null, password)) || guard === null) {
    throw new AppError('signInFailed');
  }
  await releaseTry(db, subject);
  throw new AppError(guard.activated ? 'roleInvalid' : 'accountDeactivated');
}

/** Everything the console keeps of a session but the credential (SIGN-06, SIGN-07, SIGN-11). */
export async function viewSession(db: Db, tenantId: string, user: ConsoleUser): Promise<SessionView> {
  const isSuper = user.role === 'superAdmin';
  const { switches, settingsVersion } = await findAccessSwitches(db, tenantId);
  const groups = groupsOf(user.role, switches);
  const menu = menuOf(user.role, switches);
  const sites = isSuper ? await findSites({ db, tenantId, siteId: null }) : [];
  const dropdown = sites.map((site) => ({ value: site.id, label: site.name }));
  return {
    user: {
      id: user.id,
      role: user.role,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      phoneNumber: user.phoneNumber,
      countryCode: user.countryCode.startsWith('+') ? user.countryCode : `+${user.countryCode}`,
      profileImage: user.profileImage,
      siteId: user.siteId,
      siteName: user.siteName,
    },
    language: languageOf(user.language) ?? null,
    menu: menu.map(toMutable),
    accessList: Object.fromEntries(
      groups.map((group) => [group, [...accessesOf(user.role, group, switches)]]),
    ),
    sitesDropdown: isSuper ? [{ value: '', label: 'Select Site' }, ...dropdown] : null,
    // Anyone who has no dashboard lands on the first page that there is.
    dashboardRoute: groups.includes('DASHBOARD') ? dashboardRoute : firstRoute(menu),
    tenantConfig: await viewConfig(db, tenantId),
    settingsVersion,
  };
}

/** Also what is not chosen, empty: the browser then forgets what it has of it. */
async function viewConfig(db: Db, tenantId: string): Promise<SessionView['tenantConfig']> {
  const stored = await findTenantConfig(db, tenantId);
  const chosen = new Set(stored.map(({ configKey }) => configKey));
  const unset = settingKeys.filter((key) => !chosen.has(key));
  return [
    { configKey: tenantNameConfigKey, configValue: await findTenantName(db, tenantId) },
    ...stored,
    ...unset.map((configKey) => ({ configKey, configValue: '' })),
  ];
}

type DomainEntry = ReturnType<typeof menuOf>[number];
type WireEntry = SessionView['menu'][number];

function toMutable(entry: DomainEntry): WireEntry {
  return { ...entry, accesses: [...entry.accesses], subMenuList: entry.subMenuList.map(toMutable) };
}

export interface Appearance {
  readonly tenantName: string;
  readonly accentColour: string | null;
  /** Id of its file; null for the product's own. */
  readonly logo: string | null;
  readonly passwordMaxLength: number;
  /** The tenant's own choice; null while it has made none. */
  readonly defaultLanguage: Language | null;
}

/** What everybody may know of how the tenant looks. */
export async function viewAppearance(db: Db, tenantId: string): Promise<Appearance> {
  const [tenantName, config, logo] = await Promise.all([
    findTenantName(db, tenantId),
    findConfig(db, tenantId),
    findLogo(db, tenantId),
  ]);
  const { accentColour, passwordMaxLength } = fromConfig((key) => config.get(key));
  const defaultLanguage = languageOf(config.get('language')) ?? null;
  return { tenantName, accentColour, logo: logo?.fileId ?? null, passwordMaxLength, defaultLanguage };
}

async function findConfig(db: Db, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await findTenantConfig(db, tenantId);
  return new Map(rows.map((row) => [row.configKey, row.configValue]));
}

async function findSettings(db: Db, tenantId: string) {
  const config = await findConfig(db, tenantId);
  return fromConfig((key) => config.get(key));
}

/** Where maps open for the caller. A setting that is no number counts as not set. */
export async function viewServiceArea(scope: SiteScope): Promise<ReplyOf<typeof getServiceArea>> {
  const { mapCentre, mapZoom } = await findSettings(scope.db, scope.tenantId);
  return { centre: { ...mapCentre }, zoom: mapZoom, sites: await findSites(scope) };
}
