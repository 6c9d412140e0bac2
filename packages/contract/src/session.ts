import { languages } from '@watchpost/domain/languages';
import { roles } from '@watchpost/domain/permissions';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { tenantId } from './tenant-id.ts';
import { id, signInPassword, username } from './values.ts';

/** Header of every reply to a signed-in user of the console. */
export const settingsVersionHeader = 'X-Settings-Version';
/** Header of a reply whose caller named a zone that the server does not know: the zone that was gone by instead. */
export const zoneUsedHeader = 'X-Zone-Used';

export const userDetails = z.object({
  id: z.string(),
  role: z.enum(roles),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  countryCode: z.string(),
  /** Id of the picture's file (files.ts), empty for the default one. */
  profileImage: z.string(),
  /** The one site of a sub admin. */
  siteId: z.nullable(z.string()),
  siteName: z.nullable(z.string()),
});
export type UserDetails = z.output<typeof userDetails>;

export const menuEntry = z.object({
  name: z.string(),
  label: z.string(),
  icon: z.string(),
  routerLink: z.string(),
  accessCode: z.string(),
  accessGroupCode: z.string(),
  accessGroupName: z.string(),
  accesses: z.array(z.string()),
  get subMenuList() {
    return z.array(menuEntry);
  },
});

export const dropdownEntry = z.object({ value: z.string(), label: z.string() });
export type DropdownEntry = z.output<typeof dropdownEntry>;

/** What the console keeps of a session: everything but the credential (SIGN-06, SIGN-07, SIGN-11). */
export const sessionView = z.object({
  user: userDetails,
  /** As chosen by the user; null while they have chosen none (SHELL-07). */
  language: z.nullable(z.enum(languages)),
  menu: z.array(menuEntry),
  /** Access codes by access group. */
  accessList: z.record(z.string(), z.array(z.string())),
  /** Null for a sub admin; else first entry {'' , 'Select Site'}, then sites by name (SIGN-10). */
  sitesDropdown: z.nullable(z.array(dropdownEntry)),
  dashboardRoute: z.string(),
  /** Settings of the tenant; the value is empty while none was chosen. */
  tenantConfig: z.array(z.object({ configKey: z.string(), configValue: z.string() })),
  /** Replies to signed-in callers carry the present one (settingsVersionHeader): when it differs, ask for all this again. */
  settingsVersion: z.number(),
  /** Only when asked for with wantsToken: for API clients, sent as Authorization: Bearer. */
  accessToken: z.optional(z.string()),
});
export type SessionView = z.output<typeof sessionView>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Said beside what is wrong with the other fields. */
const always = { when: ({ value }: { value: unknown }) => isObject(value) };

/** As the specification has it, with email and tenantId (A3), or with username alone. */
const logIn = z
  .strictObject({
    username: z.optional(username),
    /** In place of username. */
    email: z.optional(username),
    password: signInPassword,
    tenantId,
    /** True for API clients without cookies. */
    wantsToken: z.optional(z.boolean()),
  })
  .check(
    z.refine((sent) => 'username' in sent || 'email' in sent, {
      error: 'email_required',
      path: ['username'],
      ...always,
    }),
    z.refine((sent) => !('username' in sent && 'email' in sent), {
      error: 'Send the username or the email, not both.',
      path: ['email'],
      ...always,
    }),
  );
logIn.register(z.globalRegistry, {
  description: 'Either username or email, which is the same; tenantId may repeat the tenant of the address.',
  examples: [
    { username: 'admin@example.com', password: 'Patrol-demo-1' },
    { email: 'admin@example.com', password: 'Patrol-demo-1', tenantId: 'demo' },
  ],
});

export const signIn = defineEndpoint({
  name: 'signIn',
  method: 'POST',
  path: '/user-signin',
  access: 'public',
  summary: 'Signs a back-office user in: sets the session cookie, or returns a bearer token when asked.',
  body: z.pipe(
    logIn,
    z.transform(({ username: name, email = '', ...rest }) => ({ username: name ?? email, ...rest })),
  ),
  reply: sessionView,
});

export const signOut = defineEndpoint({
  name: 'signOut',
  method: 'DELETE',
  path: '/secure/signout',
  access: 'signedIn',
  summary: 'Ends the session on the server.',
  evenWithoutRoom: true,
  reply: z.object({ general: z.array(z.object({ message: z.string() })) }),
});

export const getUserMetadata = defineEndpoint({
  name: 'getUserMetadata',
  method: 'GET',
  path: '/secure/user-metadata',
  access: 'signedIn',
  summary: 'The signed-in user, menu, access list, sites and settings as they are now.',
  reply: sessionView,
});

export const getAdminMetadata = defineEndpoint({
  name: 'getAdminMetadata',
  method: 'GET',
  path: '/admin/metadata',
  access: 'public',
  summary: 'What the sign-in page needs to know of the tenant; in demo mode also the sign-ins to try.',
  reply: z.object({
    tenantName: z.string(),
    tenantSlug: z.string(),
    /** The tenant's setting; null while it has chosen none. */
    defaultLanguage: z.nullable(z.enum(languages)),
    languages: z.array(z.enum(languages)),
    /** #rrggbb; null for the product's own. */
    accentColour: z.nullable(z.string()),
    /** Id of the tenant's logo (tenant-logo.ts); null for the product's own. */
    logo: z.nullable(z.string()),
    /** Longest password of the tenant's accounts. */
    passwordMaxLength: z.number(),
    /** Set when people may sign in through a provider of their organisation's. */
    signInProvider: z.nullable(z.object({ label: z.string() })),
    isDemo: z.boolean(),
    demoSignIns: z.array(
      z.object({ label: z.string(), username: z.string(), password: z.string(), canUseConsole: z.boolean() }),
    ),
  }),
});
export type AdminMetadata = z.output<typeof getAdminMetadata.reply>;

export const getServiceArea = defineEndpoint({
  name: 'getServiceArea',
  method: 'GET',
  path: '/secure/tenants/servicearea',
  access: 'signedIn',
  summary: 'Where maps open: the configured centre and zoom, and the sites that the user may see.',
  reply: z.object({
    centre: z.object({ latitude: z.number(), longitude: z.number() }),
    zoom: z.number(),
    sites: z.array(
      z.object({
        id,
        name: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        timeZone: z.string(),
      }),
    ),
  }),
});
