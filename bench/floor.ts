// Starts the floor and knows its addresses.
import { pathToFileURL } from 'node:url';
import type { Request } from 'autocannon';
import type { TimeRange } from '@watchpost/domain/time-zone';
import { type ChildServer, startChildServer } from './child-server.ts';
import type { DatasetServer } from './dataset.ts';
import { floorProgram, tsxLoader } from './layout.ts';

export function startFloor(server: DatasetServer): Promise<ChildServer> {
  return startChildServer({
    args: ['--import', pathToFileURL(tsxLoader).href, floorProgram],
    env: { FLOOR_CONNECTION: JSON.stringify(server.connection), NODE_ENV: 'production' },
    probePath: '/healthz',
  });
}

export interface FloorList {
  readonly tenantId: string;
  readonly siteId?: string;
  readonly range?: TimeRange;
  readonly offset?: number;
}

export function floorListRequest({ tenantId, siteId, range, offset }: FloorList): Request {
  const query = new URLSearchParams({ tenant: tenantId, offset: String(offset ?? 0) });
  if (siteId !== undefined) query.set('site', siteId);
  if (range !== undefined) {
    query.set('from', String(range.fromMs));
    query.set('to', String(range.toMs));
  }
  return { method: 'GET', path: `/rounds?${query}` };
}
