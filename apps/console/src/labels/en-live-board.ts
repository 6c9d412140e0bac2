// Texts of the live board and of calls for help in English.
export const enLiveBoard = {
  sos_comment_required: 'Write how it ended.',
  'audit.action.guard.sosAcknowledged': 'Call for help acknowledged',
  'audit.action.guard.sosResolved': 'Call for help resolved',
} as const;
