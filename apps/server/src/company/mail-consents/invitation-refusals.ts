import type { ErrorCode } from '@watchpost/contract/error-codes';
import type { InvitedAgain } from './mail-consents.queries.ts';

/** Why somebody is not asked once more. */
export const invitationRefusals = {
  answered: 'recipientAnswered',
  stopped: 'recipientStopped',
  tooSoon: 'invitationTooSoon',
  tooOften: 'invitationsOfAddressSpent',
  spent: 'invitationsSpent',
} as const satisfies Record<Exclude<InvitedAgain, 'invited'>, ErrorCode>;
