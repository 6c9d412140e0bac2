// What an endpoint is. `access` is required: forgetting it does not compile.
import type { Permission } from '@watchpost/domain/permissions';
import * as z from 'zod/mini';

/** public: anyone. signedIn: any console session. field: a guard's device. Else a permission of the table. */
export type Access = 'public' | 'signedIn' | 'field' | Permission;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Schema = z.core.$ZodType;

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
  Needs extends Access = Access,
> {
  readonly name: string;
  readonly method: Method;
  /** Below /api/{tenant}; parameters as :name. */
  readonly path: `/${string}`;
  readonly access: Needs;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Set when the reply is a file; its media types. */
  readonly files?: readonly string[];
  /** Set when the body is a form with one file, of any name, as multipart/form-data. */
  readonly upload?: true;
  /** Set when the body may also come as a form of a plain web page, or from a mail program. */
  readonly form?: true;
  /** Set when the file is one picture that lies ready: pages show many, where another file is an export. */
  readonly isPicture?: true;
  /** Set when it is tried even while the server's disk is full, for it takes next to nothing and cannot wait. */
  readonly evenWithoutRoom?: true;
}

/** No parameters, query or body: anything sent there is refused. */
export const nothing = z.strictObject({});
export type Nothing = typeof nothing;

type Definition<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  A extends Access,
> = Omit<Endpoint<P, Q, B, R, A>, 'params' | 'query' | 'body'> & {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
};

/** Declares an endpoint; parts left out accept nothing. */
export function defineEndpoint<
  R extends Schema,
  const A extends Access,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
>(definition: Definition<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  // The defaults stand exactly where the type parameters default to Nothing, which inference cannot see.
  return { params: nothing, query: nothing, body: nothing, ...definition } as unknown as Endpoint<
    P,
    Q,
    B,
    R,
    A
  >;
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
