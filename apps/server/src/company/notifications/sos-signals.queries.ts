// Signals that an SOS changed to whatever shows it, whichever server process changed it.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Statements } from '../../platform/db/statements.ts';
import { signalBoard } from './board-signals.queries.ts';
import { type SiteWatchers, siteWatchers } from './site-watchers.queries.ts';

const sosChannel = 'watchpost_sos';

/** Within a transaction: boards and consoles of the site look again once it has committed. Null: of every site. */
export async function signalSos(db: Statements, tenantId: string, siteId: string | null): Promise<void> {
  await signalBoard(db, tenantId, [siteId]);
  const payload = `${tenantId} ${siteId ?? '*'}`;
  await db.executeQuery(CompiledQuery.raw('SELECT pg_notify($1::text, $2::text)', [sosChannel, payload]));
}

export const sosWatchers = (db: Db): SiteWatchers => siteWatchers(db, sosChannel);
