/** Which ways of scanning count, and where a scan counts. */
export const enMethods = {
  'method.qr': 'printed code',
  'method.nfc': 'tag',
  'method.screen': 'code on the screen',
  'method.position': 'position',
  'method.typed': 'typed code',
  'round.counts': 'Counts here: {methods}',
  'round.position': 'Check in by position',
  'round.isUnconfirmed': '{at}, not confirmed yet',
  'round.movedTo': 'The code taken for {claimed} belongs to {point}: counted there.',
  'round.countedNowhere':
    'The code taken for {claimed} belongs to none of your checkpoints, or to several: it counts nowhere. Scan {claimed} again.',
  'scan.unconfirmed': 'Not confirmed yet',
  'scan.unconfirmedWhy':
    'Stored for {point}. It counts at the checkpoint whose code it is, which is known once it is sent.',
  'scan.nowhere': 'Counts nowhere',
  'doubt.elsewhere': 'This code belongs to {point}: counted there.',
  'doubt.nowhere':
    'This code belongs to none of your checkpoints, or to several: it counts nowhere. Scan the right one.',
  'doubt.method':
    'This checkpoint does not take scans made this way. It is recorded and flagged. What counts here: {methods}.',
  'doubt.weak': 'The position is too vague, or you did not stay for long enough. It is recorded and flagged.',
  'type.counts':
    'Typed codes do not count at this checkpoint: it is recorded and flagged. What counts here: {methods}.',
  'end.unconfirmed':
    'Codes not confirmed yet: {count}. They count at the checkpoints whose codes they are, once they are sent.',
  'home.elsewhere': 'counted elsewhere: {count}',
  'position.title': 'Check in by position',
  'position.at': 'Checkpoint',
  'position.none': 'No checkpoint of this round takes a position. Scan what hangs there.',
  'position.looking': 'Looking for your position.',
  'position.inside': 'You are inside.',
  'position.vague': 'You may be inside: wait for a better position.',
  'position.away': '{metres} m away; go to within {radius} m.',
  'position.accuracy': 'Known to {metres} m; up to {limit} m counts here.',
  'position.progress': 'Time at the checkpoint',
  'position.stay': 'Stay here: {seconds} s',
  'position.ready': 'You can check in now.',
  'position.submit': 'Check in at {point}',
  'position.anyhow': 'Record it all the same',
};
