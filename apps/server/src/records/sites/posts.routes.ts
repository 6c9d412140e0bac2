// What guards of a site must know: post orders and handover notes.
import { listHandoverNotes } from '@watchpost/contract/handover-notes';
import { getOrdersAcknowledgements, getPostOrders, publishPostOrders } from '@watchpost/contract/post-orders';
import { defaultFetchLimit } from '@watchpost/domain/limits';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findHandovers } from './handover-notes.queries.ts';
import { publishOrders, viewAcknowledgements, viewOrders } from './post-orders.service.ts';
import { viewSite } from './sites.service.ts';

export function postRoutes(): Route[] {
  return [
    route(getPostOrders, ({ caller, params }) => viewOrders(caller.scope, params.id, Date.now())),

    route(publishPostOrders, (context) =>
      publishOrders(context.caller, context.params.id, context.body, auditOrigin(context)),
    ),

    route(getOrdersAcknowledgements, ({ caller, params }) => viewAcknowledgements(caller.scope, params.id)),

    route(listHandoverNotes, async ({ caller: { scope }, params: { id }, query }) => {
      await viewSite(scope, id);
      const { offset = 0, limit = defaultFetchLimit } = query;
      return findHandovers(scope, id, { offset, limit });
    }),
  ];
}
