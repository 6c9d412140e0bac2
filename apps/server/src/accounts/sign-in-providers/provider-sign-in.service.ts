// From what a provider says of somebody to the account that enters: linked once by e-mail, then by subject alone.
import { openText, reseal, sealText } from '../../platform/access/sealed-text.ts';
import type { SiteScope, Tenant } from '../../platform/access/caller.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { admit, type ConsoleUser } from '../sign-in/admission.ts';
import { findUserByEmail, findUserById } from '../sign-in/console-users.queries.ts';
import type { ProviderAccess, RecognisedPerson } from './provider-client.ts';
import { providerUnreachable } from './provider-failure.ts';
import {
  findLinkedUserId,
  findProvider,
  insertLink,
  type StoredProvider,
  updateSealedSecret,
} from './sign-in-providers.queries.ts';

type Db = SiteScope['db'];

const secretPurpose = (tenantId: string) => `provider secret ${tenantId}`;

export const sealProviderSecret = (secret: ServerSecret, tenantId: string, clientSecret: string): string =>
  sealText(secret, secretPurpose(tenantId), clientSecret);

/** Null when it was sealed with another server secret: then it has to be entered again. */
export const openProviderSecret = (
  secret: ServerSecret,
  tenantId: string,
  { sealedSecret }: StoredProvider,
): string | null => openText(secret, secretPurpose(tenantId), sealedSecret);

/** Seals the client secret with the server secret in use; how many that took, 1 or 0. */
export async function resealProvider(db: Db, tenantId: string, secret: ServerSecret): Promise<number> {
  const provider = await findProvider(db, tenantId);
  const resealed = provider === null ? null : reseal(secret, secretPurpose(tenantId), provider.sealedSecret);
  if (provider === null || resealed === null) return 0;
  await updateSealedSecret(db, tenantId, { from: provider.sealedSecret, to: resealed });
  return 1;
}

/** Throws providerUnreachable when the secret cannot be read, of which `warn` hears. */
export function accessOf(
  secret: ServerSecret,
  tenant: Tenant,
  provider: StoredProvider,
  warn: (message: string) => void,
): ProviderAccess {
  const clientSecret = openProviderSecret(secret, tenant.id, provider);
  if (clientSecret === null) {
    warn(`the client secret of ${tenant.slug}'s sign-in provider cannot be read; it has to be entered again`);
    throw providerUnreachable();
  }
  return { issuer: provider.issuer, clientId: provider.clientId, clientSecret };
}

/** Names what is configured, so that a change is never answered with what was known of the one before. */
export const keyOf = (tenant: Tenant, provider: StoredProvider): string => `${tenant.id} ${provider.version}`;

export interface Entering {
  readonly user: ConsoleUser;
  /** Whether this sign-in made the link. */
  readonly isNewLink: boolean;
}

/**
 * The account of a person whom the provider recognised. No account is made, and an e-mail address counts once, and only
 * if the provider vouches for it. Throws as admit() does, and providerEmail, providerUnknown or providerOtherPerson.
 */
export async function accountOf(
  db: Db,
  tenantId: string,
  person: RecognisedPerson,
  warn: (message: string) => void,
): Promise<Entering> {
  const linkedId = await findLinkedUserId(db, tenantId, person);
  if (linkedId !== null) {
    const linked = await findUserById(db, tenantId, linkedId);
    if (linked === null) throw new AppError('providerUnknown');
    return { user: await admit(db, tenantId, linked, warn), isNewLink: false };
  }
  const email = await person.verifiedEmail();
  if (email === null) throw new AppError('providerEmail');
  const found = await findUserByEmail(db, tenantId, email);
  if (found === null) throw new AppError('providerUnknown');
  const user = await admit(db, tenantId, found, warn);
  if (!(await insertLink(db, tenantId, person, user.id))) throw new AppError('providerOtherPerson');
  return { user, isNewLink: true };
}
