/** Doubts about scans beside those of the reports, and the score. */
export const enTrust = {
  'trust.teleport': 'Impossible distance',
  'trust.teleportWhy':
    '{metres} m in {duration} since the scan before, or {speed} km an hour; nobody travels faster than {limit}.',
  'trust.tooFastOf':
    '{metres} m in {duration} since the scan before, or {speed} m a second; up to {limit} is usual.',
  'trust.sharedDevice': 'Shared phone',
  'trust.sharedDeviceWhy':
    'Another guard scanned with the same phone {duration} before or after; {limit} between two guards is usual.',
  'trust.staleCode': 'Code out of date',
  'trust.staleCodeWhy': 'The changing code on the screen was another one when the scan was made.',
  'trust.staleCodeOf':
    'The changing code was shown {duration} before or after the time of the scan; up to {limit} is usual.',
  'trust.printedCode': 'Printed code',
  'trust.printedCodeWhy':
    'A screen shows changing codes at this checkpoint, and the scan came with the printed code.',
  'trust.clockAhead': "The phone's clock was {duration} fast; up to {limit} is usual.",
  'trust.clockBehind': "The phone's clock was {duration} slow; up to {limit} is usual.",
  'trust.outsideRadiusOf': '{metres} m away, radius {radius} m, accuracy {accuracy} m.',
  'trust.methodNotAllowed': 'Way of scanning not allowed',
  'trust.methodNotAllowedWhy': 'This checkpoint does not take scans made this way.',
  'trust.weakPosition': 'Position not confirmed',
  'trust.weakPositionWhy':
    'A scan by position needs an accuracy within the geofence and a stay there; this one shows less.',
  'trust.sharedCode': 'Screen code used twice',
  'trust.sharedCodeWhy': 'The same code of the screen was used in another round or by another guard.',
  'trust.fromFuture': 'Dated after it arrived',
  'trust.fromFutureWhy': 'The phone dated it later than it arrived, so it counts at the time of its arrival.',
  'trust.phoneClock': 'Phone’s clock said {time}',
  'trust.phoneClockNone': 'Phone’s clock told no date',
  'trust.sentLate': 'Sent late',
  'trust.sentLateWhy': 'It arrived long after it happened.',
  'trust.sentLateOf': 'It arrived {delay} after it happened; up to {limit} is usual.',
  'trust.sentLateAt': 'sent late, arrived {time}',
  'trust.sentLateArrived': 'Sent late, arrived',
  'trust.notAccepted': 'It counts for its due round once somebody accepts it.',
  'trust.dueRound': 'Due round',
  'trust.exportLate': 'Rounds sent late (.{type})',
  'trust.score': 'Score',
  'trust.scoreOf': '{score} of 100',
  'trust.scoreRound': 'Trust',
  'trust.scoreHelp': 'Trust in the scans of this round: 100 without any reason to check, less with each.',
  'trust.filter': 'Reason to check',
  'trust.anyRound': 'All rounds',
  'trust.anyDoubt': 'Any reason',
} as const;
