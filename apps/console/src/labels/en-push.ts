// Texts of notifications that reach a browser while no console is open.
export const enPush = {
  'push.title': 'Push in this browser',
  'push.off': 'Off. Switch it on to be notified here while no console is open, until you sign out.',
  'push.on': 'On. You are notified here while no console is open. Signing out pauses it.',
  'push.denied':
    'This browser blocks notifications of this site. Open the site settings beside the address, allow notifications, and come back.',
  'push.unsupported':
    'This browser cannot be notified. On an iPhone or iPad, add Watchpost to the home screen and open it from there.',
  'push.insecure': 'Browsers allow notifications only on encrypted connections. Open the console by https.',
  'push.switchOn': 'Switch on',
  'push.switchOff': 'Switch off',
  'push.onFailed':
    'It could not be switched on. The push service of this browser may be out of reach; try again.',
  'push.offFailed': 'The server could not be told. This browser shows no more notifications all the same.',
} as const;
