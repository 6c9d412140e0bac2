// Texts of the live board and of calls for help in Marathi.
export const mrLiveBoard = {
  sos_comment_required: 'हे कसे संपले ते लिहा.',
  'audit.action.guard.sosAcknowledged': 'मदतीच्या हाकेची दखल घेतली',
  'audit.action.guard.sosResolved': 'मदतीची हाक मिटवली',
} as const;
