// Who asks, and what they may touch.
import type { Access } from '@watchpost/contract/endpoint';
import type { AccessSwitches, Permission, Role } from '@watchpost/domain/permissions';
import type { Db } from '../db/database.ts';

export interface Tenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly isDemo: boolean;
}

/** First argument of every query on a tenant's data: whose it is and which sites of it may be seen. */
export interface SiteScope {
  readonly db: Db;
  readonly tenantId: string;
  /** The one site of a sub admin; null for all sites of the tenant. */
  readonly siteId: string | null;
}

export interface ConsoleCaller {
  readonly kind: 'console';
  readonly userId: string;
  readonly role: Role;
  /** What the tenant's sub admins have, as of this request (MENU-05). */
  readonly switches: AccessSwitches;
  /** Counts the saves of the tenant's settings: a console that keeps an older one asks again. */
  readonly settingsVersion: number;
  readonly tokenHash: Buffer;
  readonly scope: SiteScope;
}

/** First argument of every query on behalf of a guard's device. */
export interface GuardScope {
  readonly db: Db;
  readonly tenantId: string;
  readonly guardId: string;
  readonly deviceId: string;
  /** What the device signs its events with, as told when it signed in; null for a device without a key. */
  readonly publicKey?: string | null;
  /** Whether the guard or the device ever had a key: what comes without a signature is flagged. */
  readonly owesSignature?: boolean;
  /** Whether the device is one that was lost: it may hand over what it holds, which is doubted. */
  readonly isLost?: boolean;
}

export interface FieldCaller {
  readonly kind: 'field';
  readonly tokenHash: Buffer;
  readonly scope: GuardScope;
}

export type CallerOf<A extends Access> = A extends 'public'
  ? null
  : A extends 'field'
    ? FieldCaller
    : A extends 'signedIn' | Permission
      ? ConsoleCaller
      : never;
