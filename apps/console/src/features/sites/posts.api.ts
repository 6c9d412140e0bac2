import { type HandoverNote, listHandoverNotes } from '@watchpost/contract/handover-notes';
import {
  getOrdersAcknowledgements,
  getPostOrders,
  postOrdersFields,
  publishPostOrders,
} from '@watchpost/contract/post-orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { siteArea } from './sites.api.ts';

const explainedBy = 'caller';

export const ordersKey = (siteId: string) => [siteArea, 'post-orders', siteId];

export const loadOrders = (siteId: string) => call(getPostOrders, { params: { id: siteId }, explainedBy });

export function usePostOrders(siteId: string) {
  return useQuery({
    queryKey: ordersKey(siteId),
    queryFn: ({ signal }) => call(getPostOrders, { params: { id: siteId }, signal, explainedBy }),
    staleTime: 0,
    retry: false,
  });
}

/** Of one version of a site's post orders. */
export function useAcknowledgements(siteId: string, id: string) {
  return useQuery({
    queryKey: [...ordersKey(siteId), id],
    queryFn: ({ signal }) => call(getOrdersAcknowledgements, { params: { id }, signal, explainedBy }),
    staleTime: 0,
    retry: false,
  });
}

export const ordersSchema = z.strictObject(postOrdersFields);

export const publishOrders = (siteId: string, fields: z.output<typeof ordersSchema>, version: number) =>
  call(publishPostOrders, { params: { id: siteId }, body: { ...fields, version }, explainedBy });

export interface Handovers {
  readonly count: number;
  readonly data: readonly HandoverNote[];
}

/** The latest ones, so many of them. */
export function useHandovers(siteId: string, limit: number) {
  return useQuery({
    queryKey: [siteArea, 'handovers', siteId, limit],
    queryFn: ({ signal }): Promise<Handovers> =>
      call(listHandoverNotes, {
        params: { id: siteId },
        query: { limit },
        signal,
        explainedBy,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}
