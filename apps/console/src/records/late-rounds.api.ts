import { type AcceptedLate, acceptLateRound } from '@watchpost/contract/due-rounds';
import { call } from '../lib/api-client.ts';

/** `id` is the due round's. */
export const acceptLate = (id: string, accepted: AcceptedLate): Promise<unknown> =>
  call(acceptLateRound, { params: { id }, body: accepted, explainedBy: 'caller' });
