import {
  getSignInProvider,
  saveSignInProvider,
  type SignInProviderReply,
  testSignInProvider,
} from '@watchpost/contract/sign-in-providers';
import { isCallable } from '../../platform/adapters/external/address-rules.ts';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { checkProvider } from './provider-check.ts';
import { ProviderClient } from './provider-client.ts';
import { type Asked, callbackUrl, type SignInProviderSettings } from './provider-settings.ts';
import { openProviderSecret, sealProviderSecret } from './provider-sign-in.service.ts';
import { finishRoute, beginRoute } from './provider-sign-in.routes.ts';
import { countLinks, findProvider, saveProvider, type StoredProvider } from './sign-in-providers.queries.ts';

/** What the audit log tells of a change; the secret is not among it, only that there is a new one. */
const auditedFields = ['issuer', 'clientId', 'scopes', 'label', 'isOn'] as const;

export function signInProviderRoutes(settings: SignInProviderSettings): Route[] {
  const { providerReach = 'public' } = settings;
  const client = new ProviderClient(providerReach);
  return [
    route(getSignInProvider, async (context) => view(settings, context, context.caller.scope)),

    route(saveSignInProvider, async (context) => {
      const { scope } = context.caller;
      const { version, provider } = context.body;
      const { clientSecret, ...fields } = provider;
      if (!isCallable(new URL(fields.issuer), providerReach)) {
        throw new InvalidInput({ 'provider.issuer': 'provider_issuer' });
      }
      const before = await findProvider(scope.db, scope.tenantId);
      const sealedSecret =
        clientSecret === undefined
          ? storedSecret(settings.secret, scope.tenantId, before, fields.issuer)
          : sealProviderSecret(settings.secret, scope.tenantId, clientSecret);
      const change = {
        provider: { ...fields, sealedSecret },
        editedVersion: version,
        forgetsLinks:
          before !== null && (before.issuer !== fields.issuer || before.clientId !== fields.clientId),
        changes: changesOf(before, fields, clientSecret !== undefined),
      };
      if (!(await saveProvider(scope, change, auditOrigin(context)))) throw new AppError('editedMeanwhile');
      return view(settings, context, scope);
    }),

    route(testSignInProvider, async ({ body }) => checkProvider(client, body)),

    beginRoute(settings, client),
    finishRoute(settings, client),
  ];
}

/** Throws InvalidInput when there is none to keep, or when it would now be sent to somebody else. */
function storedSecret(
  secret: ServerSecret,
  tenantId: string,
  before: StoredProvider | null,
  issuer: string,
): string {
  if (before === null || before.issuer !== issuer || openProviderSecret(secret, tenantId, before) === null) {
    throw new InvalidInput({ 'provider.clientSecret': 'provider_secret' });
  }
  return before.sealedSecret;
}

type Fields = Omit<StoredProvider, 'sealedSecret' | 'version'>;
const none: Fields = { issuer: '', clientId: '', scopes: '', label: '', isOn: false };

function changesOf(before: Fields | null, fields: Fields, isNewSecret: boolean) {
  const changes = changedFields(before ?? none, fields, auditedFields);
  return isNewSecret ? { ...changes, after: { ...changes.after, isNewSecret } } : changes;
}

async function view(
  settings: SignInProviderSettings,
  asked: Asked,
  scope: SiteScope,
): Promise<SignInProviderReply> {
  const stored = await findProvider(scope.db, scope.tenantId);
  const shown = { callbackUrl: callbackUrl(settings, asked), version: stored?.version ?? 0 };
  if (stored === null) return { provider: null, ...shown };
  const { issuer, clientId, scopes, label, isOn } = stored;
  const hasSecret = openProviderSecret(settings.secret, scope.tenantId, stored) !== null;
  const linkedAccounts = await countLinks(scope);
  return { provider: { issuer, clientId, scopes, label, isOn, hasSecret, linkedAccounts }, ...shown };
}
