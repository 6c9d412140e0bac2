// What a right clock makes of the time of an event.
import type { FieldTime } from '@watchpost/domain/device-clock';

export const rightTime = (atMs: number): FieldTime => ({
  atMs,
  phoneAtMs: null,
  clockSkewMs: 0,
  happenedAtMs: atMs,
  isDatedByArrival: false,
  isFromFuture: false,
});
