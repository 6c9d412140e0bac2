// A real OpenID provider on this machine, for tests: people sign in at its own page by name alone.
import { generateKeyPairSync, sign } from 'node:crypto';
import http from 'node:http';
import Provider from 'oidc-provider';

export interface ProviderPerson {
  readonly email: string;
  readonly isVerified: boolean;
}

type Claims = Record<string, unknown>;

export interface LocalProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who can sign in there: name at the provider -> what it knows of them. */
  readonly people: Map<string, ProviderPerson>;
  /** Changes the claims of ID tokens, which are then signed again with the provider's own key. */
  alter(change: ((claims: Claims) => Claims) | null): void;
  /** Puts a signature of no one's under ID tokens. */
  forge(isOn: boolean): void;
  /** Requests that reached it, as 'GET /path'. */
  readonly asked: string[];
  stop(): Promise<void>;
}

const clientId = 'watchpost';
const clientSecret = 'the-secret-of-the-client-7f3a';
const keyId = 'only';

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function claimsOf(idToken: string): Claims {
  const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  return { ...(claims as object) };
}

function isTokenReply(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string';
}

export async function startLocalProvider(redirectUris: readonly string[]): Promise<LocalProvider> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const people = new Map<string, ProviderPerson>();
  let change: ((claims: Claims) => Claims) | null = null;
  let isForging = false;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['for tests only'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, name: string) => ({
      accountId: name,
      claims: () => {
        const person = people.get(name);
        return { sub: name, email: person?.email, email_verified: person?.isVerified };
      },
    }),
    // No one is asked for consent: this is about who somebody is.
    loadExistingGrant: async ({ oidc }: { oidc: Grantable }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session.accountId,
        clientId: oidc.client.clientId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path !== '/token' || !isTokenReply(context.body)) return;
    if (change === null && !isForging) return;
    const claims = claimsOf(context.body.id_token);
    const signed = `${encoded({ alg: 'RS256', kid: keyId })}.${encoded(change === null ? claims : change(claims))}`;
    const key = isForging ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : privateKey;
    const signature = sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url');
    context.body = { ...context.body, id_token: `${signed}.${signature}` };
  });
  const asked: string[] = [];
  const answer = provider.callback();
  server.on('request', (request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    void answer(request, response);
  });
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    asked,
    alter: (next) => {
      change = next;
    },
    forge: (isOn) => {
      isForging = isOn;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Grantable {
  readonly session: { readonly accountId: string };
  readonly client: { readonly clientId: string };
  readonly provider: Provider;
}

/** Follows redirections with a browser's cookies until they leave the origin; where they lead then. */
async function follow(start: string, cookies: Map<string, string>, form?: URLSearchParams): Promise<string> {
  let address = start;
  let body = form;
  for (let steps = 0; steps < 12; steps += 1) {
    const reply = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location === null) return address;
    body = undefined;
    const next = new URL(location, address);
    if (next.origin !== new URL(start).origin) return next.href;
    address = next.href;
  }
  throw new Error(`the provider leads nowhere from ${start}`);
}

/** Signs in at the provider's own page as a person would; the address that it then sends the browser to. */
export async function signInAtProvider(address: string, name: string): Promise<string> {
  const cookies = new Map<string, string>();
  const page = await follow(address, cookies);
  if (new URL(page).origin !== new URL(address).origin) return page;
  return follow(page, cookies, new URLSearchParams({ prompt: 'login', login: name, password: 'any' }));
}
