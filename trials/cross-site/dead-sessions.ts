// Sessions that ended, each asked with at every endpoint of the console.
import { changePassword, endOtherSessions } from '@watchpost/contract/accounts';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { getUserMetadata, signOut } from '@watchpost/contract/session';
import { setSubAdminStatus } from '@watchpost/contract/sub-admins';
import { makeUser, testPassword } from '../../apps/server/src/testing/factories.ts';
import { makeWorld, pathOf, sampleOf } from '../../apps/server/src/testing/endpoint-samples.ts';
import { sessionHeaders } from '../../apps/server/src/testing/made-sessions.ts';
import type { Answer } from '../../apps/server/src/testing/reply-shapes.ts';
import { type Ask, asker } from '../product/ask.ts';
import type { TriedProduct } from '../tried-product.ts';
import { sender } from '../product/send.ts';

type Headers = Readonly<Record<string, string>>;

interface Ending {
  readonly ask: Ask;
  readonly admin: Headers;
  readonly user: { readonly id: string; readonly headers: Headers; readonly other: Headers };
}

const newPassword = 'Patrol-anew-7';

/** How a session ends: by its owner, from another of theirs, by an admin. */
const endings: Readonly<Record<string, (ending: Ending) => Promise<Answer>>> = {
  'sign-out': ({ ask, user }) => ask(signOut.method, signOut.path, { headers: user.headers }),
  deactivation: ({ ask, admin, user }) =>
    ask(setSubAdminStatus.method, pathOf(setSubAdminStatus, { userId: user.id }), {
      headers: admin,
      body: { activated: false },
    }),
  'change of the password elsewhere': ({ ask, user }) =>
    ask(changePassword.method, changePassword.path, {
      headers: user.other,
      body: { oldPassword: testPassword, newPassword },
    }),
  'end of all others': ({ ask, user }) =>
    ask(endOtherSessions.method, endOtherSessions.path, { headers: user.other }),
};

export interface DeadSessions {
  readonly asked: number;
  readonly faults: readonly string[];
}

/** So many sessions of each kind. */
export async function askWithDeadSessions(product: TriedProduct, count: number): Promise<DeadSessions> {
  const world = await makeWorld(product.owner);
  const ask = asker(sender(product.url), world.tenant);
  const admin = await sessionHeaders(product.owner, world.tenant, { userId: world.superAdminId });
  const endpoints = allEndpoints.filter(({ access }) => access !== 'public' && access !== 'field');
  const faults: string[] = [];
  let asked = 0;
  for (let at = 0; at < count; at += 1) {
    for (const [how, end] of Object.entries(endings)) {
      const { id } = await makeUser(product.owner, world.tenant, { siteId: world.siteId });
      const headers = await sessionHeaders(product.owner, world.tenant, { userId: id });
      const other = await sessionHeaders(product.owner, world.tenant, { userId: id });
      const before = await ask('GET', getUserMetadata.path, { headers });
      if (before.statusCode !== 200) faults.push(`before its ${how} a session answered ${before.statusCode}`);
      const ended = await end({ ask, admin, user: { id, headers, other } });
      if (ended.statusCode !== 200) faults.push(`${how} answered ${ended.statusCode}`);
      for (const endpoint of endpoints) {
        const { params, query = {}, body } = sampleOf(endpoint, world);
        const path = `${pathOf(endpoint, params)}?${new URLSearchParams(query)}`;
        const answer = await ask(endpoint.method, path, { headers, ...(body === undefined ? {} : { body }) });
        asked += 1;
        if (answer.statusCode !== 401) faults.push(`${endpoint.name} after ${how}: ${answer.statusCode}`);
      }
    }
  }
  return { asked, faults };
}
