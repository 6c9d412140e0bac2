// Asking a tenant's API as somebody at an address.
import type { AskedRequest } from '../../apps/server/src/testing/asked-server.ts';
import type { MadeTenant } from '../../apps/server/src/testing/factories.ts';
import type { Answer } from '../../apps/server/src/testing/reply-shapes.ts';
import type { Send } from './send.ts';

export interface Asked {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** `path` is below /api/{tenant}. */
export type Ask = (method: AskedRequest['method'], path: string, asked?: Asked) => Promise<Answer>;

export const asker =
  (send: Send, tenant: MadeTenant): Ask =>
  (method, path, { body, headers = {}, address = '192.0.2.1' } = {}) =>
    send({
      method,
      url: `/api/${tenant.slug}${path}`,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });

/** Addresses that were not asked from before. */
export function newAddresses(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`;
  };
}
