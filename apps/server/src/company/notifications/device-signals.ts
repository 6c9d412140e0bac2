// Phones of guards that signed in, said something or were given an order, as triggers tell of them (migration 0047).
import type { Db } from '../../platform/db/database.ts';
import { type SiteWatchers, siteWatchers } from './site-watchers.queries.ts';

const deviceChannel = 'watchpost_devices';

export const deviceWatchers = (db: Db): SiteWatchers => siteWatchers(db, deviceChannel);
