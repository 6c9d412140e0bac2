// The product as it is run: its bundle in a process of its own, spoken to over HTTP by signed-in callers.
import { randomUUID } from 'node:crypto';
import { fieldSignIn } from '@watchpost/contract/field';
import { signIn } from '@watchpost/contract/session';
import { demoEmails, demoPassword } from '../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { memoryFlags, memorySettings } from '../scripts/server-memory.mjs';
import { serverBundle } from './layout.ts';

/** The tenant that is measured: the largest. */
export const slug = 'bench-1';
export const timeZone = 'Asia/Kolkata';

export interface ProductLocation {
  /** Of the data: their server secret lies there. */
  readonly dataDir: string;
  /** Left out for the embedded database of the folder. */
  readonly databaseUrl?: string;
}

export function startProduct(location: ProductLocation): Promise<ChildServer> {
  return startChildServer({
    args: [...memoryFlags, serverBundle],
    env: {
      ...memorySettings,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'off',
      ACCOUNT_LIMITS: 'off',
      DEFAULT_TENANT: slug,
      NODE_ENV: 'production',
      DATA_DIR: location.dataDir,
      ...(location.databaseUrl === undefined ? {} : { DATABASE_URL: location.databaseUrl }),
    },
    probePath: '/healthz',
  });
}

export const apiPath = (endpointPath: string, tenant = slug): string => `/api/${tenant}${endpointPath}`;

export type Headers = Readonly<Record<string, string>>;

/** Headers of an admin's requests, as the console sends them; the super admin's unless told. */
export async function signInAdmin(
  product: ChildServer,
  tenant = slug,
  username: string = demoEmails.superAdmin,
): Promise<Headers> {
  const body = { username, password: demoPassword, wantsToken: true };
  const { accessToken } = await post(product, apiPath(signIn.path, tenant), body);
  return { cookie: `watchpost_session=${accessToken}`, timezone: timeZone, 'accept-language': 'en' };
}

/** Headers of a guard's device. */
export async function signInGuard(product: ChildServer, employeeId: string): Promise<Headers> {
  const body = { employeeId, secret: demoPassword, deviceId: randomUUID() };
  const { accessToken } = await post(product, apiPath(fieldSignIn.path), body);
  return { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
}

async function post(product: ChildServer, path: string, body: unknown): Promise<{ accessToken: string }> {
  const reply = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`);
  return JSON.parse(text);
}
