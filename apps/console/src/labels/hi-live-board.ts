// Texts of the live board and of calls for help in Hindi.
export const hiLiveBoard = {
  sos_comment_required: 'लिखें कि यह कैसे समाप्त हुआ।',
  'audit.action.guard.sosAcknowledged': 'मदद की पुकार पर ध्यान दिया गया',
  'audit.action.guard.sosResolved': 'मदद की पुकार सुलझाई गई',
} as const;
