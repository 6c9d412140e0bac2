// A provider, two tenants that use it, and browsers that sign in through it.
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { type LocalProvider, signInAtProvider, startLocalProvider } from '../../testing/local-provider.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';

export const settingsPath = '/secure/app-settings/sign-in-provider';
export const callbackOf = (slug: string) => `http://localhost/${slug}/sign-in-callback`;

export interface ProviderWorld {
  readonly server: TestApp;
  readonly tenant: MadeTenant;
  readonly other: MadeTenant;
  readonly provider: LocalProvider;
  /** What the server logged, all levels. */
  readonly lines: readonly string[];
}

export async function providerWorld(): Promise<ProviderWorld> {
  const made = await testDatabase();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = await buildTestApp(made.database, { logger: { level: 'trace', stream } });
  atFileEnd(() => app.close());
  await app.ready();
  const server = { ...made, app };
  const [tenant, other] = [await makeTenant(server.owner), await makeTenant(server.owner)];
  const provider = await startLocalProvider([tenant, other].map(({ slug }) => callbackOf(slug)));
  atFileEnd(() => provider.stop());
  await setUp({ server, provider }, tenant);
  await setUp({ server, provider }, other);
  return { server, tenant, other, provider, lines };
}

/** Stores the provider with a tenant, as its super admin does. */
export async function setUp(
  { server, provider }: Pick<ProviderWorld, 'server' | 'provider'>,
  at: MadeTenant,
  change: object = {},
  version = 0,
): Promise<void> {
  const admin = await browserOf(server, at, (await makeUser(server.owner, at)).id);
  const { issuer, clientId, clientSecret } = provider;
  const scopes = 'openid email profile';
  const whole = { issuer, clientId, clientSecret, scopes, label: 'Acme account', isOn: true, ...change };
  const reply = await admin('PUT', settingsPath, { body: { version, provider: whole } });
  if (reply.statusCode !== 200) throw new Error(`saving answered ${reply.statusCode}: ${reply.body}`);
}

type Reply = Awaited<ReturnType<ReturnType<typeof anyone>>>;

export interface TestBrowser {
  readonly cookies: Map<string, string>;
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, to?: MadeTenant): Promise<Reply>;
  /** Where the provider's page lies. */
  start(body?: object): Promise<string>;
  /** Opens the address that the provider sends the browser to. */
  comeBack(address: string, to?: MadeTenant): Promise<Reply>;
}

/** A browser on the console of a tenant: it keeps the cookies that it is given. */
export function browser({ server }: ProviderWorld, at: MadeTenant): TestBrowser {
  const cookies = new Map<string, string>();
  const send: TestBrowser['send'] = async (method, path, body, to = at) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, host: 'localhost' };
    const reply = await anyone(server.app, to, headers)(method, path, body === undefined ? {} : { body });
    for (const { name, value } of reply.cookies) cookies.set(name, value);
    return reply;
  };
  return {
    cookies,
    send,
    start: async (body = { next: null }) =>
      (await send('POST', '/sign-in-provider/begin', body)).json().address,
    comeBack: async (address, to) => {
      const sent = Object.fromEntries(new URL(address).searchParams);
      return send('POST', '/sign-in-provider/finish', sent, to);
    },
  };
}

export const outcomeOf = (reply: Reply): string =>
  reply.statusCode === 200 ? 'done' : String(reply.json().general?.[0]?.code);

/** Somebody at the provider, by a name of its own. */
export function person({ provider }: ProviderWorld, email: string, isVerified = true): string {
  const name = `person-${randomUUID()}`;
  provider.people.set(name, { email, isVerified });
  return name;
}

export async function signIn(world: ProviderWorld, name: string, at: MadeTenant = world.tenant) {
  const own = browser(world, at);
  const reply = await own.comeBack(await signInAtProvider(await own.start(), name));
  return { reply, outcome: outcomeOf(reply), ...own };
}
