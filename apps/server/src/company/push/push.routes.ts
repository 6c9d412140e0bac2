import { createECDH } from 'node:crypto';
import { deletePushSubscription, getPush, savePushSubscription } from '@watchpost/contract/push';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { type PushHosts, pushHosts } from '../../platform/adapters/push/push-hosts.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { deleteOwnSubscription, findBrowsers, saveSubscription } from './push.queries.ts';
import { ensurePushKeys } from './push-keys.queries.ts';

export interface PushSettings {
  readonly secret: ServerSecret;
  /** Which push services browsers may name; those of the browsers alone when left out. */
  readonly pushHosts?: PushHosts;
}

export function pushRoutes(settings: PushSettings): Route[] {
  const { secret, pushHosts: hosts = pushHosts([]) } = settings;
  return [
    route(getPush, async ({ tenant, caller }) => {
      const { publicKey } = await ensurePushKeys(caller.scope.db, tenant.id, secret);
      const browsers = await findBrowsers(caller.scope, caller.userId);
      const data = browsers.map(({ id, agent, createdAt, tokenHash }) => ({
        id,
        agent,
        createdAtMs: createdAt.getTime(),
        isCurrent: tokenHash.equals(caller.tokenHash),
      }));
      return { publicKey, data };
    }),

    route(savePushSubscription, async ({ tenant, caller, body }) => {
      const { endpoint, keys, language } = body;
      if (!hosts.allows(endpoint)) {
        throw new InvalidInput({ endpoint: 'Must be an address of a known push service.' });
      }
      if (!isPublicKey(keys.p256dh)) throw new InvalidInput({ 'keys.p256dh': 'Must be a public key.' });
      await ensurePushKeys(caller.scope.db, tenant.id, secret);
      const { userId, tokenHash } = caller;
      const id = await saveSubscription(caller.scope, { userId, tokenHash, endpoint, ...keys, language });
      if (id === null) throw new AppError('idReused');
      return { id };
    }),

    route(deletePushSubscription, async ({ caller, params }) => {
      await deleteOwnSubscription(caller.scope, caller.userId, params.subscriptionId);
      return { general: [{ message: 'This browser takes no more notifications.' }] };
    }),
  ];
}

/** Whether messages can be encrypted for it: a point of the curve, not merely 65 bytes. */
function isPublicKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
