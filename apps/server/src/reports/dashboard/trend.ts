// The trend of a span: how many rounds started in each step, and in each hour of the week.
import type { DashboardTrend } from '@watchpost/contract/dashboard';
import { type DashboardSpan, offsetParts, type Trend } from '@watchpost/domain/dashboard';
import type { SiteScope } from '../../platform/access/caller.ts';
import { findTrend } from './trend.queries.ts';
import { trendParts, trendSums } from './trend-steps.ts';

export interface TrendAsked {
  readonly siteId: string | null;
  readonly span: DashboardSpan;
  readonly trend: Trend;
  readonly timeZone: string;
}

export async function trendOfSpan(
  scope: SiteScope,
  { siteId, span, trend, timeZone }: TrendAsked,
): Promise<Pick<DashboardTrend, 'steps' | 'week'>> {
  const offsets = offsetParts(span, timeZone);
  const parts = trendParts(span, trend, offsets);
  const found = await findTrend(scope, siteId, parts);
  return trendSums(span, trend, offsets, { parts, found });
}
