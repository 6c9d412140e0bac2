import type { Reach } from '../../platform/adapters/external/address-rules.ts';
import type { Tenant } from '../../platform/access/caller.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';

export interface SignInProviderSettings {
  readonly secret: ServerSecret;
  readonly defaultTenant: string;
  /** Address under which people reach the console; without one, the address that each request came to. */
  readonly publicUrl?: string | null;
  /** Which addresses issuers may have; public ones alone unless told otherwise. */
  readonly providerReach?: Reach;
}

export interface Asked {
  readonly tenant: Tenant;
  readonly origin: string;
}

/** Where the provider sends browsers back to; http/console-pages.ts leads from there to the console. */
export function callbackUrl({ publicUrl }: SignInProviderSettings, { tenant, origin }: Asked): string {
  return `${publicUrl ?? origin}/${tenant.slug}/sign-in-callback`;
}
