import { expect, it } from 'vitest';
import { toastBottom } from './toast-position.ts';

const toasts = { left: 884, right: 1264, height: 72 };
const bar = (top: number, left = 256, right = 1264) => ({ left, right, top, bottom: top + 60 });

it('toasts stand in the corner where nothing is to be kept clear', () => {
  expect(toastBottom(toasts, [], 720)).toBe(16);
  expect(toastBottom(toasts, [bar(300)], 720)).toBe(16);
  expect(toastBottom(toasts, [bar(660, 256, 880)], 720)).toBe(16);
});

it('toasts stand above a bar that they would cover, and above the next one that this would cover', () => {
  expect(toastBottom(toasts, [bar(660)], 720)).toBe(68);
  expect(toastBottom(toasts, [bar(600)], 720)).toBe(128);
  expect(toastBottom(toasts, [bar(590), bar(660)], 720)).toBe(138);
});

it('toasts for which there is no room above stay in the corner', () => {
  expect(toastBottom({ ...toasts, height: 700 }, [bar(660)], 720)).toBe(16);
});
