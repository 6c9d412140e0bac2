import { expect, it } from 'vitest';
import { ordersInForce } from './post-orders.ts';

const versions = [
  { no: 1, effectiveFromMs: 1_000 },
  { no: 2, effectiveFromMs: 5_000 },
  { no: 3, effectiveFromMs: 3_000 },
];

it('orders are in force from their day until newer ones are', () => {
  expect(ordersInForce(versions, 999)).toBeNull();
  expect(ordersInForce(versions, 1_000)?.no).toBe(1);
  expect(ordersInForce(versions, 2_999)?.no).toBe(1);
  expect(ordersInForce(versions, 3_000)?.no).toBe(3);
});

it('orders that newer ones overtook never come into force', () => {
  expect(ordersInForce(versions, 5_000)?.no).toBe(3);
});
