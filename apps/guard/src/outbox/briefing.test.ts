import { expect, test } from 'vitest';
import type { FieldPost } from '@watchpost/contract/field-posts';
import { briefsOf, writtenAtMs } from './briefing.ts';
import type { StoredPlan } from './records.ts';
import { advanceShift, noShift, type Shift } from './shift.ts';

const note = (id: string, isUrgent: boolean, deviceAtMs: number) => ({
  id,
  guardName: 'Ravi',
  deviceAtMs,
  isUrgent,
  text: id,
});
const orders = (no: number, effectiveFromMs: number, isAcknowledged = false) => ({
  id: `orders ${no}`,
  no,
  effectiveFromMs,
  text: 'Lock gate 2.',
  isAcknowledged,
});
const planOf = (post: Partial<FieldPost>): StoredPlan => ({
  routes: [],
  dues: [],
  posts: [
    { siteId: 'site', siteName: 'Yard', siteTimeZone: 'Asia/Kolkata', orders: [], handovers: [], ...post },
  ],
  fetchedAtMs: 0,
  offsetMs: 0,
});
const onDuty: Shift = {
  ...noShift,
  duty: { id: 'duty', siteId: 'site', siteName: 'Yard', startedAtMs: 1 },
};
const ids = (plan: StoredPlan | null, shift = onDuty, nowMs = 100) =>
  briefsOf(plan, shift, nowMs).map((brief) => (brief.kind === 'orders' ? brief.orders.id : brief.note.id));

test('post orders come first, then urgent notes, then others, the oldest first', () => {
  const handovers = [note('late', false, 9), note('early', false, 3), note('urgent', true, 5)];
  expect(ids(planOf({ orders: [orders(1, 1)], handovers }))).toEqual(['orders 1', 'urgent', 'early', 'late']);
});

test('[FIELD-02] notes come by when they were written, not by what the clocks of the phones said', () => {
  const slow = { ...note('written second', false, 3), atMs: 9 };
  const right = { ...note('written first', false, 5), atMs: 5 };
  expect(ids(planOf({ handovers: [slow, right] }))).toEqual(['written first', 'written second']);
  expect([slow, note('of a plan of before', false, 4)].map(writtenAtMs)).toEqual([9, 4]);
});

test('orders of a later day are asked for on that day, without a network too', () => {
  const plan = planOf({ orders: [orders(1, 1, true), orders(2, 200)] });
  expect(ids(plan)).toEqual([]);
  expect(ids(plan, onDuty, 200)).toEqual(['orders 2']);
});

test('what was acknowledged on the phone is not asked for again, though the plan is old, nor in the next duty', () => {
  const plan = planOf({ orders: [orders(1, 1)], handovers: [note('a', false, 1)] });
  const read = { kind: 'ordersAcknowledged', id: 'x', ordersId: 'orders 1', deviceAtMs: 5 } as const;
  const once = advanceShift(onDuty, read);
  expect(ids(plan, once ?? noShift)).toEqual(['a']);
  expect(advanceShift(once ?? noShift, { ...read, id: 'y' })).toBeNull();
  const left = advanceShift(once ?? noShift, { kind: 'dutyEnded', id: 'e', dutyId: 'duty', deviceAtMs: 6 });
  const again = advanceShift(left ?? noShift, {
    kind: 'dutyStarted',
    id: 'duty 2',
    siteId: 'site',
    deviceAtMs: 7,
  });
  expect(ids(plan, again ?? noShift)).toEqual(['a']);
});

test('without a duty, or with a plan of an older app, nothing is asked for', () => {
  expect(ids(planOf({ orders: [orders(1, 1)] }), noShift)).toEqual([]);
  expect(ids({ routes: [], dues: [], fetchedAtMs: 0, offsetMs: 0 })).toEqual([]);
  expect(ids(null)).toEqual([]);
});
