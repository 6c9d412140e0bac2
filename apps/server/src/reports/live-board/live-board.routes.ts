import { followLiveBoard, getLiveBoard } from '@watchpost/contract/live-board';
import {
  acknowledgeSos,
  getFieldSos,
  getSosCall,
  listOpenSos,
  listSosCalls,
  resolveSos,
  sendFieldSos,
  sendFieldSosPositions,
  sendFieldSosSafe,
} from '@watchpost/contract/sos';
import { defaultFetchLimit } from '@watchpost/domain/limits';
import { boardBeatMs, boardShownMax } from '@watchpost/domain/live-board';
import { isPermitted } from '@watchpost/domain/permissions';
import { findConsoleSession } from '../../platform/access/caller.queries.ts';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { FieldLimits } from '../../platform/access/field-limits.ts';
import { boardWatchers } from '../../company/notifications/board-signals.queries.ts';
import { boardFeed } from './board-feed.service.ts';
import { receivePositions, receiveSafe, receiveSos, viewOwnSos } from './field-sos.service.ts';
import { boardScope, viewBoard } from './live-board.service.ts';
import { acknowledge, resolve, viewSosDetails } from './sos.service.ts';
import { findOpenSos, findSosPage } from './sos.queries.ts';

export interface LiveBoardSettings {
  readonly limits: FieldLimits;
  /** Milliseconds of silence after which a stream shows that it lives. */
  readonly heartbeatMs?: number;
}

/** A board needs one; beyond this somebody is collecting connections. */
const boardsPerUserMax = 20;

export function liveBoardRoutes(settings: LiveBoardSettings): Route[] {
  return [...boardRoutes(settings), ...backOfficeRoutes(), ...fieldRoutes(settings)];
}

function boardRoutes({ heartbeatMs: beatMs = boardBeatMs }: LiveBoardSettings): Route[] {
  return [
    route(getLiveBoard, ({ caller, query }) => viewBoard(caller, query.site)),

    route(followLiveBoard, async ({ caller, query, header, signal, closing }) => {
      const scope = boardScope(caller, query.site);
      if (header('accept')?.includes('text/event-stream') !== true) return { atMs: Date.now() };
      const { userId } = caller;
      if (boardWatchers(scope.db).count(scope.tenantId, userId) >= boardsPerUserMax) {
        throw new AppError('slowDown', { retryAfterSeconds: 60 });
      }
      const mayStillView = () => mayView(scope, caller);
      return { events: boardFeed({ scope, userId, beatMs, mayStillView, ends: [signal, closing] }) };
    }),
  ];
}

/** Whether the session lasts and its user still may see what the stream tells of. */
async function mayView(
  { db, tenantId, siteId }: SiteScope,
  { tokenHash, userId }: ConsoleCaller,
): Promise<boolean> {
  const session = await findConsoleSession(db, tenantId, tokenHash);
  if (session === null || !session.activated || session.userId !== userId || session.role === null)
    return false;
  const isOwnSite = session.role === 'superAdmin' || (siteId !== null && session.siteId === siteId);
  return isOwnSite && isPermitted(session.role, followLiveBoard.access, session.switches);
}

function backOfficeRoutes(): Route[] {
  return [
    route(listSosCalls, ({ caller, query }) => {
      const { site, state, offset = 0, limit = defaultFetchLimit } = query;
      return findSosPage(boardScope(caller, site), { state, offset, limit });
    }),

    route(listOpenSos, async ({ caller: { scope } }) => {
      const atMs = Date.now();
      const open = await findOpenSos(scope, { limit: boardShownMax.sos, order: 'oldestFirst' });
      return { atMs, ...open };
    }),

    route(getSosCall, ({ caller, params }) => viewSosDetails(caller.scope, params.id)),

    route(acknowledgeSos, (context) => acknowledge(context.caller, context.params.id, auditOrigin(context))),

    route(resolveSos, (context) =>
      resolve(context.caller, context.params.id, context.body.comment, auditOrigin(context)),
    ),
  ];
}

function fieldRoutes({ limits }: LiveBoardSettings): Route[] {
  return [
    // A call for help, and the end of one, is never sent away: that many come in bounds their notices alone.
    route(sendFieldSos, ({ caller: { scope }, body }) => receiveSos(scope, body)),

    route(sendFieldSosPositions, async ({ caller: { scope }, params, body }) => {
      limits.take(scope, 'positions', body.positions.length);
      return receivePositions(scope, params.id, body);
    }),

    route(sendFieldSosSafe, ({ caller: { scope }, params, body }) => receiveSafe(scope, params.id, body)),

    route(getFieldSos, ({ caller: { scope }, params }) => viewOwnSos(scope, params.id)),
  ];
}
