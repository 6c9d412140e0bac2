import { describe, expect, test } from 'vitest';
import {
  concernsExceptions,
  type DueExceptionKind,
  dueExceptionChange,
  type KnownDueException,
} from './due-exceptions.ts';

const lateAtMs = 1_000;
const known = (kind: DueExceptionKind, isClosed = false): KnownDueException => ({ id: kind, kind, isClosed });
const change = (status: string, atMs: number, ...exceptions: KnownDueException[]) =>
  dueExceptionChange({ status, atMs }, lateAtMs, exceptions);

describe('a due round', () => {
  test.each(['late', 'missed'] as const)('that becomes %s opens an exception of that kind', (status) => {
    expect(change(status, lateAtMs)).toEqual({ escalatedId: null, opened: status, isMadeGood: false });
  });

  test('that becomes missed escalates the late exception in place of opening another', () => {
    expect(change('missed', 2_000, known('late'))).toEqual({
      escalatedId: 'late',
      opened: null,
      isMadeGood: false,
    });
  });

  test('that becomes missed opens another exception where the late one is closed', () => {
    expect(change('missed', 2_000, known('late', true))).toEqual({
      escalatedId: null,
      opened: 'missed',
      isMadeGood: false,
    });
  });

  test.each([
    ['late', known('late')],
    ['late', known('late', true)],
    ['late', known('missed')],
    ['missed', known('missed')],
    ['missed', known('missed', true)],
    ['inProgress', known('missed')],
    ['inProgress', known('late')],
  ] as const)('that becomes %s opens no second exception', (status, exception) => {
    expect(change(status, 2_000, exception).opened).toBeNull();
  });

  test('that is started in time makes good what there is and opens nothing', () => {
    expect(change('inProgress', lateAtMs - 1)).toEqual({ escalatedId: null, opened: null, isMadeGood: true });
  });

  test('that is started late opens a late exception, which is made good at once', () => {
    expect(change('inProgress', lateAtMs)).toEqual({ escalatedId: null, opened: 'late', isMadeGood: true });
  });
});

test.each(['completed', 'incompleted', 'excused', 'accepted', 'due'])(
  'the step %s concerns no exception',
  (status) => {
    expect(concernsExceptions({ status, atMs: 0 })).toBe(false);
    expect(change(status, 2_000)).toEqual({ escalatedId: null, opened: null, isMadeGood: false });
  },
);
