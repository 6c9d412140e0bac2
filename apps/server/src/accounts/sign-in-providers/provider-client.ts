// Speaks OpenID Connect with a tenant's provider: authorization code with PKCE, state and nonce, nothing else.
import * as oidc from 'openid-client';
import {
  providerAnswerMaxBytes,
  providerAnswerSeconds,
  providerClockSeconds,
  providerKnownMinutes,
} from '@watchpost/domain/sign-in-providers';
import { provesTwoFactors } from '@watchpost/domain/sign-in-strength';
import type { Reach } from '../../platform/adapters/external/address-rules.ts';
import { externalFetch, type ExternalFetch } from '../../platform/adapters/external/external-fetch.ts';
import type { ProviderPerson } from './sign-in-providers.queries.ts';

export interface ProviderAccess {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What only this browser and this server know of a sign-in under way. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export interface RecognisedPerson extends ProviderPerson {
  /** Whether the provider says that it was by two factors. */
  readonly hasTwoFactors: boolean;
  /** The e-mail address that the provider vouches for; null when it has none or does not vouch. */
  verifiedEmail(): Promise<string | null>;
}

type Metadata = Readonly<oidc.ServerMetadata>;
interface Known {
  readonly configuration: Promise<oidc.Configuration>;
  readonly untilMs: number;
}

export class ProviderClient {
  readonly #fetch: ExternalFetch;
  readonly #known = new Map<string, Known>();

  constructor(reach: Reach) {
    this.#fetch = externalFetch({
      reach,
      answerMs: providerAnswerSeconds * 1_000,
      answerMaxBytes: providerAnswerMaxBytes,
    });
  }

  /** What the issuer says of itself. Throws what openid-client throws, or OutsideError inside it. */
  async discover(issuer: string): Promise<Metadata> {
    const found = await oidc.discovery(new URL(issuer), 'discovery', undefined, oidc.None(), {
      [oidc.customFetch]: this.#customFetch,
      // Whether plain http may be called at all is for the address rules to say.
      execute: [oidc.allowInsecureRequests],
    });
    return found.serverMetadata();
  }

  /** Where to send the browser. `key` names the stored provider in its present version. */
  async begin(key: string, access: ProviderAccess, scopes: string, flow: FlowSecrets): Promise<string> {
    const configuration = await this.#configure(key, access);
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: flow.redirectUri,
      scope: scopes,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    });
    return address.href;
  }

  /** Who came back with `query`. Throws what openid-client throws when the answer does not hold in every respect. */
  async finish(
    key: string,
    access: ProviderAccess,
    flow: FlowSecrets,
    query: URLSearchParams,
  ): Promise<RecognisedPerson> {
    const configuration = await this.#configure(key, access);
    const tokens = await oidc.authorizationCodeGrant(
      configuration,
      new URL(`${flow.redirectUri}?${query.toString()}`),
      {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      },
    );
    const claims = tokens.claims();
    if (claims === undefined) throw new oidc.ClientError('no ID token');
    return {
      issuer: claims.iss,
      subject: claims.sub,
      hasTwoFactors: provesTwoFactors({ amr: claims['amr'], acr: claims['acr'] }),
      verifiedEmail: async () => {
        if (claims['email'] !== undefined) return verifiedEmailOf(claims);
        if (configuration.serverMetadata().userinfo_endpoint === undefined) return null;
        return verifiedEmailOf(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      },
    };
  }

  readonly #customFetch: oidc.CustomFetch = (url, { method, headers, body }) =>
    this.#fetch(url, {
      method,
      headers,
      body: typeof body === 'string' || body instanceof URLSearchParams ? body : null,
    });

  /** Asked for at once by many, discovered once; a failure is not remembered. */
  #configure(key: string, access: ProviderAccess): Promise<oidc.Configuration> {
    const now = Date.now();
    const known = this.#known.get(key);
    if (known !== undefined && known.untilMs > now) return known.configuration;
    for (const [old, { untilMs }] of this.#known) if (untilMs <= now) this.#known.delete(old);
    const configuration = this.#discoverFor(access);
    this.#known.set(key, { configuration, untilMs: now + providerKnownMinutes * 60_000 });
    configuration.catch(() => this.#known.delete(key));
    return configuration;
  }

  async #discoverFor({ issuer, clientId, clientSecret }: ProviderAccess): Promise<oidc.Configuration> {
    const metadata = await this.discover(issuer);
    if (!isSameIssuer(metadata.issuer, issuer)) throw new oidc.ClientError('the issuer goes by another name');
    const client = { client_secret: clientSecret, [oidc.clockTolerance]: providerClockSeconds };
    const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    const way = (takesPost ? oidc.ClientSecretPost : oidc.ClientSecretBasic)(clientSecret);
    const configuration = new oidc.Configuration(metadata, clientId, client, way);
    configuration[oidc.customFetch] = this.#customFetch;
    oidc.allowInsecureRequests(configuration);
    // The signature of the ID token is checked too, not only the connection that it came by.
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

/** Some library shortcuts let a provider of many tenants answer under another name than the one set. */
export function isSameIssuer(named: string, issuer: string): boolean {
  return URL.canParse(named) && new URL(named).href === new URL(issuer).href;
}

const emailMaxLength = 254;

function verifiedEmailOf(claims: { readonly [claim: string]: unknown }): string | null {
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || isVerified !== true) return null;
  const isEmail = email.length <= emailMaxLength && /^[^\s\u0000@]+@[^\s\u0000@]+$/.test(email);
  return isEmail ? email : null;
}
