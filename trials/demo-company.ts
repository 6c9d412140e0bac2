// The demo's company behind a product that a trial has started, and its people.
import { signIn } from '@watchpost/contract/session';
import { demoEmails, demoPassword, demoSlug } from '../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import type { Caller } from './asking.ts';

export const demoApi = `/api/${demoSlug}`;

/** Headers of the super admin's requests. */
export async function signInSuperAdmin(caller: Caller): Promise<Readonly<Record<string, string>>> {
  const body = JSON.stringify({ username: demoEmails.superAdmin, password: demoPassword, wantsToken: true });
  const { status, text } = await caller.ask({ path: demoApi + signIn.path, method: 'POST', body });
  if (status !== 200) throw new Error(`the sign-in answered ${status}: ${text}`);
  const { accessToken } = signIn.reply.parse(JSON.parse(text));
  return { authorization: `Bearer ${accessToken}`, timezone: 'Asia/Kolkata' };
}
