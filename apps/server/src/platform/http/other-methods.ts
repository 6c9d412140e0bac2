// An address that exists answers 405 to what it does not take, naming what it does.
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { AppError } from './app-error.ts';

/** In the order in which a refusal names them. */
const everyMethod: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

type Listed = Pick<Endpoint, 'path' | 'method' | 'files'>;

interface Address {
  readonly path: string;
  /** Of its URL; those that begin with a colon may be anything. */
  readonly parts: readonly string[];
  readonly taken: readonly HTTPMethods[];
}

/** Of an endpoint's path; a file is made while it is sent: for its head alone that would be work for nothing. */
export const hasHead = ({ method, files }: Listed): boolean => method === 'GET' && files === undefined;

export const routeUrl = (path: string): string => `/api/:tenant${path}`;

/**
 * The addresses of endpoints, looked through when no route answers: to mount a refusal for each method that each address
 * does not take would be five in six of all routes, and a fifth of the server's start.
 */
export class Addresses {
  /** Those with fewer parameters first: what is written out stands before what may be anything. */
  readonly #all: readonly Address[];

  constructor(endpoints: readonly Listed[]) {
    const paths = [...new Set(endpoints.map(({ path }) => path))];
    const all = paths.map((path) => {
      const here = endpoints.filter((endpoint) => endpoint.path === path);
      const isTaken = (method: HTTPMethods) =>
        method === 'HEAD' ? here.some(hasHead) : here.some((endpoint) => endpoint.method === method);
      return { path, parts: partsOf(routeUrl(path)), taken: everyMethod.filter(isTaken) };
    });
    this.#all = all.toSorted((a, b) => parametersOf(a) - parametersOf(b));
  }

  /** What the address takes, null when there is none. `url` may have a query. */
  takenAt(url: string): readonly HTTPMethods[] | null {
    const [path = ''] = url.split('?');
    const parts = partsOf(path);
    return this.#all.find((address) => isAt(address, parts))?.taken ?? null;
  }

  /** Mounts refusals where the route of another address, whose parameter may be anything, would answer. */
  mountShadowed(app: FastifyInstance): void {
    const open = this.#all.filter(({ path }) => path.includes('/:'));
    for (const { path, parts, taken } of this.#all) {
      const others = open.filter((other) => other.path !== path && isAt(other, parts));
      const method = [...new Set(others.flatMap((other) => other.taken))].filter((m) => !taken.includes(m));
      if (method.length === 0) continue;
      app.route({
        method,
        url: routeUrl(path),
        exposeHeadRoute: false,
        handler: async (_request, reply) => {
          throw refusal(reply, taken);
        },
      });
    }
  }
}

/** Says in the reply's head what is taken. */
export function refusal(reply: FastifyReply, taken: readonly HTTPMethods[]): AppError {
  void reply.header('Allow', taken.join(', '));
  return new AppError('methodNotAllowed');
}

const partsOf = (path: string): string[] => path.split('/');

const isParameter = (part: string) => part.startsWith(':');

const isAt = (address: Address, parts: readonly string[]): boolean =>
  address.parts.length === parts.length &&
  address.parts.every((part, at) => part === parts[at] || (isParameter(part) && parts[at] !== ''));

const parametersOf = ({ parts }: Address) => parts.filter(isParameter).length;
