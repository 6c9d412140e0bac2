import type { FastifyBaseLogger } from 'fastify';
import type {
  Access,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
  Schema,
} from '@watchpost/contract/endpoint';
import type { CallerOf, Tenant } from '../access/caller.ts';
import type { Db } from '../db/database.ts';
import type { EventStreamReply } from './event-stream.ts';
import type { UploadedFile } from './uploads.ts';

/** What a handler gets: everything parsed, checked and allowed. */
export interface Context<E extends Endpoint> {
  readonly tenant: Tenant;
  readonly caller: CallerOf<E['access']>;
  /** The tenant's handle, for public endpoints; others use caller.scope. */
  readonly db: Db;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** IANA zone of the caller's browser (header Timezone), UTC when not sent; the company's where the name is not known. */
  readonly timeZone: string;
  readonly language: string;
  readonly address: string;
  readonly agent: string;
  /** As in the reply's X-Request-Id and the server's log. */
  readonly requestId: string;
  /** Whether the connection to the browser is encrypted. */
  readonly isSecure: boolean;
  /** Scheme and host by which the caller reached the server, such as https://patrol.example.com. */
  readonly origin: string;
  readonly log: FastifyBaseLogger;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** Aborted when the server begins to close. */
  readonly closing: AbortSignal;
  /** Value of a request header; undefined when it was not sent, or more than once. */
  header(name: string): string | undefined;
  /** Of an endpoint that takes uploads: the file sent. Throws tooLarge beyond that many bytes. */
  readFile(maxBytes: number): Promise<UploadedFile>;
  setHeader(name: string, value: string | string[]): void;
}

/** A file streamed to the caller instead of a JSON reply. */
export interface FileReply {
  readonly fileName: string;
  readonly mediaType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** A page to be shown in a frame of the console, dressed but lifeless; others are saved. */
  readonly isFramed?: boolean;
  /** Set for a web page of its own, shown and not saved: with which status, and the one style sheet that is in it. */
  readonly page?: { readonly status: number; readonly styles: string };
  /** Set for a file of which a part may be asked for; its chunks are that part. */
  readonly part?: FilePart;
  /** How long the caller's browser may use it again without asking; never where it is left out. */
  readonly cachedSeconds?: number;
}

export interface FilePart {
  /** Place of the first and the last byte that are sent; both included. */
  readonly first: number;
  readonly last: number;
  /** Of the whole file; bytes. */
  readonly size: number;
  /** Whether the caller asked for a range, and not for the whole. */
  readonly isRange: boolean;
  readonly etag: string;
}

export type ResultOf<E extends Endpoint> = E extends { readonly files: readonly string[] }
  ? FileReply
  : ReplyOf<E> | FileReply | EventStreamReply;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (context: Context<Endpoint>) => Promise<unknown>;
  /** Set when caller.scope may be read from a replica: see Database.readerOf(). */
  readonly readsReplica?: true;
}

/** Lets replicas answer what the route reads. Not for streams: they stay open while time goes on. */
export const fromReplica = (made: Route): Route =>
  made.endpoint.method === 'GET' ? { ...made, readsReplica: true } : made;

/** Ties an endpoint of the contract to the code that serves it. */
export function route<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  A extends Access,
>(
  endpoint: Endpoint<P, Q, B, R, A>,
  handle: (context: Context<Endpoint<P, Q, B, R, A>>) => Promise<ResultOf<Endpoint<P, Q, B, R, A>>>,
): Route {
  // The registrar parses with this endpoint's own schemas and resolves its own access, so the context fits.
  return { endpoint, handle: handle as unknown as Route['handle'] };
}

export function isFileReply(result: unknown): result is FileReply {
  return typeof result === 'object' && result !== null && 'chunks' in result && 'fileName' in result;
}
