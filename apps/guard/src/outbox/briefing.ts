// What a guard has yet to acknowledge at the site of the duty, and which scans have questions open (FIELD-01).
import type { AskedQuestions, FieldPost } from '@watchpost/contract/field-posts';
import { ordersInForce } from '@watchpost/domain/post-orders';
import type { StoredPlan } from './records.ts';
import type { ScanMade, Shift, WalkedRound } from './shift.ts';

export type Brief =
  | { readonly kind: 'orders'; readonly post: FieldPost; readonly orders: FieldPost['orders'][number] }
  | { readonly kind: 'handover'; readonly post: FieldPost; readonly note: FieldPost['handovers'][number] };

/** When a colleague wrote it, by the server's clock; by the colleague's phone where a plan of before says no more. */
export const writtenAtMs = ({ atMs, deviceAtMs }: FieldPost['handovers'][number]): number =>
  atMs ?? deviceAtMs;

/** Post orders first, then notes, the urgent before the others. `nowMs` by the server's clock. */
export function briefsOf(plan: StoredPlan | null, shift: Shift, nowMs: number): Brief[] {
  const post = plan?.posts?.find(({ siteId }) => siteId === shift.duty?.siteId);
  if (post === undefined) return [];
  const done = new Set(shift.acknowledged);
  const orders = ordersInForce(post.orders, nowMs);
  const isOpen = orders !== null && !orders.isAcknowledged && !done.has(orders.id);
  const notes = post.handovers
    .filter(({ id }) => !done.has(id))
    .toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent) || writtenAtMs(a) - writtenAtMs(b));
  return [
    ...(isOpen ? [{ kind: 'orders' as const, post, orders }] : []),
    ...notes.map((note) => ({ kind: 'handover' as const, post, note })),
  ];
}

/** Post orders in force at the site of the duty, read or not. */
export function ordersOf(plan: StoredPlan | null, shift: Shift, nowMs: number) {
  const post = plan?.posts?.find(({ siteId }) => siteId === shift.duty?.siteId);
  return post === undefined ? null : ordersInForce(post.orders, nowMs);
}

export interface OpenScan {
  readonly scan: ScanMade;
  readonly name: string;
  readonly asked: AskedQuestions;
}

/** Scans of the round whose questions are not answered, in their order. */
export function openScans({ scans, route }: WalkedRound): OpenScan[] {
  return scans.flatMap((scan) => {
    const point = route.checkpoints.find(({ checkpointId }) => checkpointId === scan.checkpointId);
    if (point?.questions === undefined || scan.isAnswered === true) return [];
    return [{ scan, name: point.name, asked: point.questions }];
  });
}
