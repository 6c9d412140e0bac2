// Hears every statement that the serving role sends to PostgreSQL from this process, whichever way it goes.
import pg from 'pg';

type Ear = (text: string) => void;

const ears: Ear[] = [];
const send: (...given: unknown[]) => unknown = pg.Client.prototype.query;

/** Text of whatever node-postgres takes as a query. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || !('text' in query)) return '';
  return typeof query.text === 'string' ? query.text : '';
}

Object.defineProperty(pg.Client.prototype, 'query', {
  configurable: true,
  writable: true,
  value(this: pg.Client, ...given: unknown[]): unknown {
    // The owner sees all tenants; what it runs is not what serves requests.
    if (this.user === 'watchpost_app') for (const ear of ears) ear(textOf(given[0]));
    return send.apply(this, given);
  },
});

export function onSentStatement(ear: Ear): void {
  ears.push(ear);
}
