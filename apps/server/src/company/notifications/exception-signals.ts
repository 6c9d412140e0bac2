// Exceptions that were opened or changed, as triggers tell of them (migration 0044), whichever server process did it.
import type { Db } from '../../platform/db/database.ts';
import { type SiteWatchers, siteWatchers } from './site-watchers.queries.ts';

const exceptionChannel = 'watchpost_exceptions';

export const exceptionWatchers = (db: Db): SiteWatchers => siteWatchers(db, exceptionChannel);
