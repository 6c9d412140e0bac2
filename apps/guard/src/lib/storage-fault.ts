import type { LabelKey } from './labels.ts';

export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Why something could not be stored, and what the guard can do about it. */
export const storageFaultOf = (error: unknown): LabelKey => (isFull(error) ? 'fault.full' : 'fault.store');
