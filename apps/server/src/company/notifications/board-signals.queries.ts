// Tells the open live boards that something changed at some sites, whichever server process changed it (DASH-03).
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Statements } from '../../platform/db/statements.ts';
import { type SiteWatchers, siteWatchers } from './site-watchers.queries.ts';

const boardChannel = 'watchpost_board';
/** A signal holds 8,000 bytes at most. */
const namedSitesMax = 100;

/** Within a transaction: boards of the sites look again once it has committed. One signal, however many events. */
export async function signalBoard(
  db: Statements,
  tenantId: string,
  siteIds: readonly (string | null)[],
): Promise<void> {
  const sites = [...new Set(siteIds)];
  const isNamed = sites.length <= namedSitesMax && !sites.includes(null);
  const payload = `${tenantId} ${isNamed ? sites.join(',') : '*'}`;
  await db.executeQuery(CompiledQuery.raw('SELECT pg_notify($1::text, $2::text)', [boardChannel, payload]));
}

export const boardWatchers = (db: Db): SiteWatchers => siteWatchers(db, boardChannel);
