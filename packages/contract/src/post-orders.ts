// Post orders of a site, in versions, and who has acknowledged them (FIELD-01).
import { postOrdersMaxLength } from '@watchpost/domain/post-orders';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, recordParams, savedReply } from './managed-records.ts';
import { calendarDate, neededText } from './values.ts';

const ordersVersion = z.object({
  id: z.string(),
  no: z.int(),
  text: z.string(),
  /** Epoch milliseconds, as all times. */
  effectiveFromMs: z.int(),
  createdAtMs: z.int(),
  createdBy: z.string(),
  acknowledgements: z.int(),
});
export type OrdersVersion = z.output<typeof ordersVersion>;

export const getPostOrders = defineEndpoint({
  name: 'getPostOrders',
  method: 'GET',
  path: '/secure/sites/:id/post-orders',
  access: 'SITES:view',
  summary: "A site's post orders, the newest version first.",
  params: recordParams,
  reply: z.object({
    siteTimeZone: z.string(),
    /** The number of the newest; 0 for none. */
    version: z.int(),
    /** The id of those in force; null for none. */
    inForceId: z.nullable(z.string()),
    /** Activated guards of the site. */
    guards: z.int(),
    versions: z.array(ordersVersion),
  }),
});
export type PostOrders = z.output<typeof getPostOrders.reply>;

export const postOrdersFields = {
  text: neededText(postOrdersMaxLength, 'orders_text_required', { hasLines: true }),
  /** A day of the site, on which they come into force. */
  effectiveOn: calendarDate,
};

export const publishPostOrders = defineEndpoint({
  name: 'publishPostOrders',
  method: 'POST',
  path: '/secure/sites/:id/post-orders',
  access: 'SITES:edit',
  summary:
    'Stores a new version of the post orders, which each guard must acknowledge; 409 when somebody else published since.',
  params: recordParams,
  body: z.strictObject({ ...postOrdersFields, ...editedVersion }),
  reply: savedReply,
});

const acknowledgement = z.object({
  guardId: z.string(),
  guardName: z.string(),
  employeeId: z.string(),
  deviceAtMs: z.int(),
  receivedAtMs: z.int(),
});

export const getOrdersAcknowledgements = defineEndpoint({
  name: 'getOrdersAcknowledgements',
  method: 'GET',
  path: '/secure/post-orders/:id/acknowledgements',
  access: 'SITES:view',
  summary: 'Who has acknowledged a version of post orders, when, and which guards of the site have not.',
  params: recordParams,
  reply: z.object({
    /** The first of each guard, newest first. */
    acknowledged: z.array(acknowledgement),
    missing: z.array(z.object({ guardId: z.string(), guardName: z.string(), employeeId: z.string() })),
  }),
});
export type OrdersAcknowledgements = z.output<typeof getOrdersAcknowledgements.reply>;
