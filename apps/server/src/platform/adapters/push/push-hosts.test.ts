import { describe, expect, it } from 'vitest';
import { isPrivateAddress, pushHosts } from './push-hosts.ts';
import { pushService } from './push-service.ts';

const hosts = pushHosts(['push.example.com', '*.own.example:8443', 'localhost:9443']);

describe('endpoints', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://fcm.googleapis.com:443/wp/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    'https://push.example.com/abc',
    'https://a.own.example:8443/abc',
    'https://localhost:9443/abc',
  ])('%s is accepted', (endpoint) => expect(hosts.allows(endpoint)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://fcm.googleapis.com./abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://user:word@fcm.googleapis.com/abc',
    'https://evil.example/fcm.googleapis.com',
    'https://evil.example\\@fcm.googleapis.com/abc',
    'https://notify.windows.com/abc',
    'https://push.apple.com/abc',
    'https://evilpush.apple.com/abc',
    'https://own.example:8443/abc',
    'https://a.own.example/abc',
    'https://localhost/abc',
    'https://localhost:9444/abc',
    'https://127.0.0.1/abc',
    'https://127.1/abc',
    'https://2130706433/abc',
    'https://0x7f000001/abc',
    'https://[::1]/abc',
    'https://[::ffff:169.254.169.254]/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/abc',
    'https://metadata.google.internal/abc',
    'ftp://fcm.googleapis.com/abc',
    'file:///etc/passwd',
    'data:text/plain,abc',
    'https://',
    'fcm.googleapis.com/abc',
    '',
  ])('%s is refused, and never called', async (endpoint) => {
    expect(hosts.allows(endpoint)).toBe(false);
  });
});

describe('addresses that a name may stand for', () => {
  it.each(['142.250.1.95', '2a00:1450:4001::5f', '::ffff:8.8.8.8'])('%s is public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'nonsense',
  ])('%s is not', (address) => expect(isPrivateAddress(address)).toBe(true));

  it("a browser's push service whose name leads to this machine is not called", async () => {
    const outcome = await new Promise((resolve) => {
      const lookup = hosts.lookupFor('https://fcm.googleapis.com/abc');
      lookup('localhost', { all: true }, (error) => resolve(error?.message));
    });
    expect(outcome).toBe('localhost stands for an address that must not be called');
  });

  it('an address outside the list is refused at sending too', async () => {
    const message = {
      endpoint: 'https://127.0.0.1/abc',
      keys: { p256dh: '', auth: '' },
      text: '',
      vapid: { subject: '', publicKey: '', privateKey: '' },
      ttlSeconds: 1,
      urgency: 'normal',
      topic: 'a',
    } as const;
    expect(await pushService(hosts).send(message)).toEqual({
      kind: 'refused',
      reason: '127.0.0.1 is not allowed',
    });
  });
});
