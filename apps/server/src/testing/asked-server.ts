// A server as tests and trials ask it: in process, or over real connections.
import type { Db } from '../platform/db/database.ts';
import type { Answer } from './reply-shapes.ts';
import type { TestApp } from './test-app.ts';

export interface AskedRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Address without its origin. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whom it comes from. */
  readonly remoteAddress: string;
  readonly payload?: string | Buffer;
}

export interface AskedServer {
  /** Its database as its owner. */
  readonly owner: Db;
  readonly send: (request: AskedRequest) => Promise<Answer>;
}

export const inProcess = ({ app, owner }: Pick<TestApp, 'app' | 'owner'>): AskedServer => ({
  owner,
  send: (request) => app.inject(request),
});
