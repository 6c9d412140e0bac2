// The part of the provider that tests use; the package brings no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    readonly path: string;
    body: unknown;
    readonly oidc: {
      readonly session: { readonly accountId: string };
      readonly client: { readonly clientId: string };
      readonly provider: Provider;
    };
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    on(event: 'server_error', listener: (context: Context, error: Error) => void): void;
  }
}
