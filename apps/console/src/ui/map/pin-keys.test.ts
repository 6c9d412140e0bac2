import { expect, test } from 'vitest';
import { movedByKey } from './pin-keys.ts';

const pune = { lat: 18.5204, lng: 73.8567 };
const press = (key: string, shiftKey = false) => movedByKey(pune, { key, shiftKey });

test('an arrow moves a pin by a metre, with Shift by ten', () => {
  expect(press('ArrowUp')).toEqual({ lat: 18.520409, lng: 73.8567 });
  expect(press('ArrowDown', true)).toEqual({ lat: 18.52031, lng: 73.8567 });
});

test('to the side a metre is more degrees than upwards', () => {
  expect(press('ArrowRight', true)).toEqual({ lat: 18.5204, lng: 73.856795 });
  expect(press('ArrowLeft', true)).toEqual({ lat: 18.5204, lng: 73.856605 });
});

test('other keys move nothing', () => {
  expect(press('Enter')).toBeUndefined();
});
