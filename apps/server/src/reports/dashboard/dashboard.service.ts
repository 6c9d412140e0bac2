// What a caller may see of the dashboard, put together.
import type {
  Dashboard,
  DashboardRanking,
  DashboardSpanReply,
  DashboardTrend,
  getDashboard,
} from '@watchpost/contract/dashboard';
import type { QueryOf } from '@watchpost/contract/endpoint';
import { type DashboardSpan, dashboardSpan, trendOf } from '@watchpost/domain/dashboard';
import { isPermitted, type Permission } from '@watchpost/domain/permissions';
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import { fieldCountsOf } from './field-counts.ts';
import { findFigures } from './figures.queries.ts';
import { findRanking } from './ranking.queries.ts';
import { worstFirst } from './site-order.ts';
import { trendOfSpan } from './trend.ts';

export interface Asked {
  readonly query: QueryOf<typeof getDashboard>;
  readonly timeZone: string;
  readonly nowMs: number;
}

/** No one's: what it has is nothing. */
const noSite = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The one site to look at; null for all. To a sub admin another site is as good as none. */
function siteOf({ scope }: ConsoleCaller, { query }: Asked): string | null {
  if (scope.siteId === null) return query.site ?? null;
  return query.site === undefined || query.site === scope.siteId ? scope.siteId : noSite;
}

function spanOf({ query: { range, from, to }, timeZone, nowMs }: Asked): DashboardSpan {
  const custom = from === undefined || to === undefined ? null : { from, to };
  return dashboardSpan(range, timeZone, nowMs, custom);
}

const spanReply = (span: DashboardSpan, { nowMs }: Asked): DashboardSpanReply => ({ ...span, asOfMs: nowMs });

const may = ({ role, switches }: ConsoleCaller, permission: Permission): boolean =>
  isPermitted(role, permission, switches);

export async function viewFigures(caller: ConsoleCaller, asked: Asked): Promise<Dashboard> {
  const span = spanOf(asked);
  const siteId = siteOf(caller, asked);
  const { nowMs } = asked;
  const seen = {
    rounds: may(caller, 'SCANNED_CHECKPOINTS:view'),
    due: may(caller, 'PATROL_TOURS:view'),
    onDuty: may(caller, 'LOGIN_LOGOUT:view'),
    incidents: may(caller, 'INCIDENTS:view'),
    exceptions: may(caller, 'EXCEPTIONS:view'),
  };
  // Anyone who may see what of the live board sees as much of it here.
  const seesGuards = may(caller, 'GUARDS:view');
  const [figures, counts] = await Promise.all([
    findFigures(caller.scope, { siteId, span, previous: span.previous, nowMs, seen }),
    fieldCountsOf(caller.scope, { siteId, nowMs, seesGuards, seesRounds: seen.rounds }),
  ]);
  return { span: spanReply(span, asked), ...figures, field: { ...figures.field, ...counts } };
}

export async function viewTrend(caller: ConsoleCaller, asked: Asked): Promise<DashboardTrend> {
  const span = spanOf(asked);
  const trend = trendOf(span, asked.timeZone);
  const { timeZone } = asked;
  const sums = await trendOfSpan(caller.scope, { siteId: siteOf(caller, asked), span, trend, timeZone });
  return { span: spanReply(span, asked), step: trend.step, ...sums };
}

export async function viewRanking(caller: ConsoleCaller, asked: Asked): Promise<DashboardRanking> {
  const span = spanOf(asked);
  const ranking = await findRanking(caller.scope, {
    siteId: siteOf(caller, asked),
    span,
    nowMs: asked.nowMs,
    seesRounds: may(caller, 'SCANNED_CHECKPOINTS:view'),
    seesDue: may(caller, 'PATROL_TOURS:view'),
  });
  return { span: spanReply(span, asked), ...ranking, sites: worstFirst(ranking.sites) };
}
