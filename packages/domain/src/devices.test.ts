import { describe, expect, it } from 'vitest';
import { deviceOrders, deviceStatuses, officeCommandFor, phoneModel, statusAfter } from './devices.ts';

describe('what may be done with a phone', () => {
  it('is done once: an order that a phone already follows makes no sense', () => {
    for (const status of deviceStatuses) {
      for (const order of deviceOrders) {
        const after = statusAfter(status, order);
        expect(after === null ? null : statusAfter(after, order), `${status} ${order}`).toBeNull();
      }
    }
  });

  it('leads back to a phone in use from everywhere, and to a wipe from whatever is not wiped', () => {
    expect(deviceStatuses.filter((status) => statusAfter(status, 'allow') === null)).toEqual(['active']);
    expect(deviceStatuses.filter((status) => statusAfter(status, 'wipe') === null)).toEqual([
      'wipeAsked',
      'wiped',
    ]);
    expect(statusAfter('wipeAsked', 'revoke')).toBeNull();
  });

  it('lets no phone go on that is not in use, and clears none a second time', () => {
    expect(deviceStatuses.map(officeCommandFor)).toEqual(['goOn', 'stop', 'clear', 'stop']);
  });
});

describe('the model of a phone', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
      'Pixel 7',
    ],
    ['Mozilla/5.0 (Linux; Android 9; SM-J730F Build/PPR1.18) AppleWebKit/537.36', 'SM-J730F'],
    ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36', undefined],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Safari/604.1', undefined],
    ['', undefined],
  ])('is read from %j', (agent, model) => expect(phoneModel(agent)).toBe(model));
});
