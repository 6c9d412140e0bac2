import { describe, expect, test } from 'vitest';
import { clampPosition, positionByKey } from './grid-keys.ts';

const bounds = { rowCount: 100, columnCount: 5, pageRowCount: 10 };
const plain = { ctrlKey: false, metaKey: false, altKey: false };
const from = (row: number, col: number, key: string, modifiers: Partial<typeof plain> = {}) =>
  positionByKey({ row, col }, { ...plain, ...modifiers, key }, bounds);

describe('keys in the grid', () => {
  test.each([
    ['ArrowDown', { row: 6, col: 2 }],
    ['ArrowUp', { row: 4, col: 2 }],
    ['ArrowLeft', { row: 5, col: 1 }],
    ['ArrowRight', { row: 5, col: 3 }],
    ['j', { row: 6, col: 2 }],
    ['k', { row: 4, col: 2 }],
    ['Home', { row: 5, col: 0 }],
    ['End', { row: 5, col: 4 }],
    ['PageDown', { row: 15, col: 2 }],
    ['PageUp', { row: 0, col: 2 }],
  ])('%s moves from row 5, column 2', (key, expected) => {
    expect(from(5, 2, key)).toEqual(expected);
  });

  test('Ctrl with Home and End reaches the first and the last cell', () => {
    expect(from(50, 2, 'Home', { ctrlKey: true })).toEqual({ row: 0, col: 0 });
    expect(from(50, 2, 'End', { metaKey: true })).toEqual({ row: 99, col: 4 });
  });

  test('the arrow reaches the header from the first row, but k and PageUp stay among the rows', () => {
    expect(from(0, 2, 'ArrowUp')).toEqual({ row: -1, col: 2 });
    expect(from(0, 2, 'k')).toEqual({ row: 0, col: 2 });
    expect(from(3, 2, 'PageUp')).toEqual({ row: 0, col: 2 });
    expect(from(-1, 2, 'ArrowDown')).toEqual({ row: 0, col: 2 });
  });

  test('at an edge the position stays the very same object', () => {
    const at = { row: 99, col: 4 };
    expect(positionByKey(at, { ...plain, key: 'ArrowDown' }, bounds)).toBe(at);
    expect(positionByKey(at, { ...plain, key: 'ArrowRight' }, bounds)).toBe(at);
  });

  test('other keys, and keys held with Alt, are left to the browser', () => {
    expect(from(5, 2, 'x')).toBeNull();
    expect(from(5, 2, 'ArrowLeft', { altKey: true })).toBeNull();
    expect(from(5, 2, 'j', { ctrlKey: true })).toBeNull();
  });

  test('without rows the only place is the header', () => {
    expect(clampPosition({ row: 0, col: 0 }, { rowCount: 0, columnCount: 3 })).toEqual({ row: -1, col: 0 });
  });
});
