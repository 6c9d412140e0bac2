// The trend of a span, added up once for as long as nothing in it changes.
import { LRUCache } from 'lru-cache';
import type { DashboardTrend } from '@watchpost/contract/dashboard';
import { type DashboardSpan, offsetParts, type Trend } from '@watchpost/domain/dashboard';
import type { SiteScope } from '../../platform/access/caller.ts';
import { findStandingId } from '../../platform/rollups/standings.queries.ts';
import { findTrend } from './trend.queries.ts';
import { trendParts, trendSums } from './trend-steps.ts';

export interface TrendAsked {
  readonly siteId: string | null;
  readonly span: DashboardSpan;
  readonly trend: Trend;
  readonly timeZone: string;
}

type TrendSums = Pick<DashboardTrend, 'steps' | 'week'>;

/** By what was asked for: the rounds' standing at the span's end, which whatever changes the trend takes away. */
const known = new LRUCache<string, { readonly standingId: string; readonly sums: TrendSums }>({ max: 200 });

export async function trendOfSpan(scope: SiteScope, asked: TrendAsked): Promise<TrendSums> {
  const { siteId, span, trend, timeZone } = asked;
  const { fromMs, toMs } = span;
  const place = `${scope.tenantId} ${siteId} ${fromMs} ${toMs} ${timeZone} ${trend.step}`;
  const before = known.get(place);
  if (before !== undefined && before.standingId === (await findStandingId(scope, 'rounds', toMs)))
    return before.sums;
  const offsets = offsetParts(span, timeZone);
  const parts = trendParts(span, trend, offsets);
  const { standingId, ...found } = await findTrend(scope, { siteId, toMs }, parts);
  const sums = trendSums(span, trend, offsets, { parts, found });
  if (standingId !== null) known.set(place, { standingId, sums });
  return sums;
}
