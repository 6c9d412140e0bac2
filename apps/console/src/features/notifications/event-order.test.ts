import { expect, it } from 'vitest';
import type { ServerEvent } from '../../lib/server-events.ts';
import { createEventOrder } from './event-order.ts';

const user = '0b8f8a52-0000-4000-8000-000000000001';
const unread = (no: number, count: number): ServerEvent => ({
  kind: 'unread',
  place: `${user}.${no}`,
  count,
});
const notification = (no: number): ServerEvent => ({
  kind: 'notification',
  place: `${user}.${no}`,
  notification: {
    id: user,
    kind: 'newSignIn',
    createdAt: 1,
    title: '',
    message: '',
    link: null,
    readAt: null,
  },
});

it('takes each notification once, whichever tab it comes from, and resumes after the last', () => {
  const order = createEventOrder();
  expect(order.place()).toBeNull();
  expect([1, 2, 2, 1, 3].map((no) => order.take(notification(no)))).toEqual([true, true, false, false, true]);
  expect(order.place()).toBe(`${user}.3`);
});

it('compares places as numbers, not as text', () => {
  const order = createEventOrder();
  order.take(notification(9));
  expect(order.take(notification(10))).toBe(true);
  expect(order.take(notification(9))).toBe(false);
});

it('takes a count at the last place, however often it changes, but none from before', () => {
  const order = createEventOrder();
  expect(order.take(unread(4, 2))).toBe(true);
  expect(order.take(unread(4, 0))).toBe(true);
  expect(order.take(unread(3, 7))).toBe(false);
});

it('a count tells where the sequence stands before any notification came', () => {
  const order = createEventOrder();
  order.take(unread(0, 0));
  expect(order.place()).toBe(`${user}.0`);
});
