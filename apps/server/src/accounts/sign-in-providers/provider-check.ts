// Whether signing in through an issuer can work, before anybody tries.
import { ClientError, type ServerMetadata } from 'openid-client';
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { testSignInProvider } from '@watchpost/contract/sign-in-providers';
import type { AppError } from '../../platform/http/app-error.ts';
import { isSameIssuer, type ProviderClient } from './provider-client.ts';
import { providerFailure } from './provider-failure.ts';

type Result = ReplyOf<typeof testSignInProvider>;

/** Throws on what is no fault of the address that was typed. */
export async function checkProvider(
  client: ProviderClient,
  { issuer, scopes }: { readonly issuer: string; readonly scopes: string },
): Promise<Result> {
  try {
    const metadata = await client.discover(issuer);
    if (!isSameIssuer(metadata.issuer, issuer)) return otherIssuer(metadata.issuer);
    const details = lackingIn(metadata, scopes);
    return { finding: details.length === 0 ? 'ready' : 'lacking', details };
  } catch (error) {
    const named = namedIssuer(error);
    if (named !== null) return otherIssuer(named);
    const failure = providerFailure(error);
    if (failure === null) throw error;
    return { finding: findingOf(failure), details: [] };
  }
}

const otherIssuer = (named: string): Result => ({ finding: 'otherIssuer', details: [named.slice(0, 200)] });

function findingOf({ code }: AppError): Result['finding'] {
  if (code === 'providerAddress') return 'addressRefused';
  return code === 'providerUnreachable' ? 'unreachable' : 'noDiscovery';
}

/** What the issuer calls itself, where the library refused it for that. */
function namedIssuer(error: unknown): string | null {
  if (!(error instanceof ClientError)) return null;
  const cause: unknown = error.cause;
  const body = typeof cause === 'object' && cause !== null && 'body' in cause ? cause.body : null;
  const issuer = typeof body === 'object' && body !== null && 'issuer' in body ? body.issuer : null;
  return typeof issuer === 'string' ? issuer : null;
}

function lackingIn(metadata: Readonly<ServerMetadata>, scopes: string): string[] {
  const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  const lacking: string[] = endpoints.filter((name) => metadata[name] === undefined);
  // What a provider does not list it may offer all the same, but a list that goes without says no.
  const needs = (list: readonly string[] | undefined, value: string) => {
    if (list !== undefined && !list.includes(value)) lacking.push(value);
  };
  needs(metadata.response_types_supported, 'code');
  needs(metadata.code_challenge_methods_supported, 'S256');
  for (const scope of scopes.split(' ')) needs(metadata.scopes_supported, scope);
  return lacking;
}
