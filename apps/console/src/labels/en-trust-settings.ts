/** From where on scans are doubted: the page where a tenant chooses it. */
export const enTrustSettings = {
  'settings.trust': 'Trust of scans',
  'doubt.title': 'Trust of scans',
  'doubt.text':
    'No scan is ever refused. Each is compared with what an honest round looks like, and whatever differs is shown as a reason to check. Here you choose from where on.',
  'doubt.future':
    'Changes hold for scans that arrive from now on. Earlier scans keep the reasons that they have.',
  'doubt.place': 'Place',
  'doubt.time': 'Time and speed',
  'doubt.phone': 'Phone and code',
  'doubt.exceptions': 'When somebody has to look',
  'doubt.exceptionsText':
    'Each reason takes points from the score of a round, grave ones more than slight ones. A round below the limit becomes an exception.',
  'doubt.radiusSlackMetres': 'Room beyond the radius (m)',
  'doubt.radiusSlackMetresHelp':
    'A scan counts as away when it lies further off than the radius of the checkpoint, the accuracy of the phone and this together. Usual: {usual}.',
  'doubt.accuracyMaxMetres': 'Vague from (m)',
  'doubt.accuracyMaxMetresHelp':
    'A position that may be off by more than this proves little. Phones manage 5 to 20 m in the open, 50 m between houses. Usual: {usual}.',
  'doubt.speedMaxMetresPerSecond': 'Fastest on foot (m a second)',
  'doubt.speedMaxMetresPerSecondHelp':
    'Between two checkpoints of a round. 1.4 is walking, 7 is running. Usual: {usual}.',
  'doubt.travelMaxMetresPerSecond': 'Fastest between rounds (m a second)',
  'doubt.travelMaxMetresPerSecondHelp':
    'From the last scan of a round to the first of the next, which may be at another site. 40 is a car on a motorway. Usual: {usual}.',
  'doubt.teleportMetresPerSecond': 'Impossible from (m a second)',
  'doubt.teleportMetresPerSecondHelp':
    'Over at least 1 km. Nothing on the ground is faster than 85. Usual: {usual}.',
  'doubt.burstMs': 'Least time between checkpoints (s)',
  'doubt.burstMsHelp':
    'Two different checkpoints scanned sooner after each other than this were not walked to. Usual: {usual}.',
  'doubt.clockSkewMaxMs': 'Clock off by (s)',
  'doubt.clockSkewMaxMsHelp':
    "A phone's clock that differs from the server's by more makes its times doubtful. Usual: {usual}.",
  'doubt.sharedDeviceMs': 'Least time between guards (min)',
  'doubt.sharedDeviceMsHelp':
    'Two guards who scan with one phone sooner after each other than this share it. Handing it on at the end of a shift takes longer. Usual: {usual}.',
  'doubt.rotatingCodeMs': 'Room for changing codes (s)',
  'doubt.rotatingCodeMsHelp':
    'A code on a screen changes each 30 s. The screen and the phone may each be off a little. Usual: {usual}.',
  'doubt.sentLateMs': 'Late from (h)',
  'doubt.sentLateMsHelp':
    'What arrives later than this after it happened is marked as sent late, and a missed round stays missed until somebody accepts it. Usual: {usual}.',
  'doubt.positionDwellMs': 'Stay for a scan by position (s)',
  'doubt.positionDwellMsHelp':
    'How long a phone must stay within the geofence before a scan by position counts. Usual: {usual}.',
  'doubt.scoreMin': 'Exception below (points)',
  'doubt.scoreMinHelp':
    '100 makes an exception of each round with any reason to check, 0 of none but those marked here. Usual: {usual}.',
  'doubt.alwaysFlags': 'Always an exception',
  'doubt.alwaysFlagsHelp': 'Whatever the score is. Beside each reason stand the points that it takes.',
  'doubt.points': '−{points}',
  'doubt.range': 'From {min} to {max}.',
  'doubt.reset': 'Usual values',
  doubt_threshold: 'Choose a value within the range.',
  doubt_order: 'The speeds must rise: on foot, between rounds, impossible.',

  'screens.title': 'Changing code on a screen',
  'screens.text':
    'Where a printed code would be photographed, a cheap screen shows one that changes every 30 seconds. It needs no network after pairing. While a screen is in use, scans of the printed code are marked to be checked.',
  'screens.one': 'Screen {serial}',
  'screens.inUse': 'In use',
  'screens.ended': 'Out of use',
  'screens.paired': 'paired {at}',
  'screens.seen': 'last seen {at}',
  'screens.endedAt': 'ended {at}',
  'screens.pair': 'Pair a screen',
  'screens.open': 'Open on the screen:',
  'screens.typeCode': 'and type this code:',
  'screens.goodUntil': 'Good once, until {at}. It is not shown again.',
  'screens.end': 'Take out of use',
  'screens.endTitle': 'Take the screen out of use?',
  'screens.endQuestion': 'What guards scan from screen {serial} from now on is marked to be checked.',
} as const;
