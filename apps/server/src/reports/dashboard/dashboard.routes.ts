import { getDashboard, getDashboardRanking, getDashboardTrend } from '@watchpost/contract/dashboard';
import { type Route, route } from '../../platform/http/route.ts';
import { viewFigures, viewRanking, viewTrend } from './dashboard.service.ts';

export function dashboardRoutes(): Route[] {
  return [
    route(getDashboard, ({ caller, query, timeZone }) =>
      viewFigures(caller, { query, timeZone, nowMs: Date.now() }),
    ),
    route(getDashboardTrend, ({ caller, query, timeZone }) =>
      viewTrend(caller, { query, timeZone, nowMs: Date.now() }),
    ),
    route(getDashboardRanking, ({ caller, query, timeZone }) =>
      viewRanking(caller, { query, timeZone, nowMs: Date.now() }),
    ),
  ];
}
