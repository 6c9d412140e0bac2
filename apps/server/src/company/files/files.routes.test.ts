// Uploads over HTTP: what is taken, what is refused, what comes back, and to whom.
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { type Caller, signedIn, testApp, type TestApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';
import { noise, padded, pngBomb, svg, zip } from './pictures.testing.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await signedIn(server.app, tenant, (await makeUser(server.owner, tenant)).email);
});

type Purpose = 'profileImage' | 'image';

const upload = (bytes: Uint8Array, purpose: Purpose = 'profileImage', name = 'photo.png', by = admin) =>
  by('POST', '/secure/files', { query: { purpose }, ...formOf(bytes, name) });

async function stored(bytes: Uint8Array, purpose: Purpose = 'profileImage', name = 'photo.png', by = admin) {
  const reply = await upload(bytes, purpose, name, by);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('fileId')]);
  return String(reply.json().fileId);
}

const read = (fileId: string, by = admin) => by('GET', `/secure/files/${fileId}`);

describe('a profile picture', () => {
  it('[API-08] [PROF-05] is kept square at 512, with thumbnails of 250 and 96', async () => {
    const fileId = await stored(await plainPicture(900, 600, 'jpeg'), 'profileImage', 'me.jpg');
    const main = await sharp((await read(fileId)).rawPayload).metadata();
    expect([main.format, main.width, main.height]).toEqual(['jpeg', 512, 512]);
    for (const size of ['96', '250']) {
      const reply = await admin('GET', `/secure/thumbnails/${fileId}`, { query: { size } });
      const small = await sharp(reply.rawPayload).metadata();
      expect([small.width, small.height]).toEqual([Number(size), Number(size)]);
    }
    const standard = await admin('GET', `/secure/thumbnails/${fileId}`);
    expect((await sharp(standard.rawPayload).metadata()).width).toBe(250);
  });

  it('[API-08] is answered for no one to keep, as nothing that could run', async () => {
    const { headers } = await read(
      await stored(await plainPicture(), 'profileImage', 'my "photo"\u202e.png'),
    );
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="my _photo_?\.jpg"|^attachment; /);
  });

  it('[PROF-05] is turned upright and loses its metadata', async () => {
    const left = await sharp({ create: { width: 300, height: 600, channels: 3, background: '#00f' } })
      .composite([
        { input: { create: { width: 300, height: 300, channels: 3, background: '#f00' } }, top: 0, left: 0 },
      ])
      .withExif({ IFD0: { Artist: 'Secret Artist' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(left).metadata()).exif).toBeDefined();
    const drawn = (await read(await stored(left))).rawPayload;
    const head = await sharp(drawn).metadata();
    expect([head.exif, head.orientation, head.icc, head.xmp]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // Red was on top; turned by a quarter it is on the right.
    const at = (x: number) =>
      sharp(drawn).extract({ left: x, top: 150, width: 1, height: 1 }).raw().toBuffer();
    expect([...(await at(290))][0]).toBeGreaterThan(200);
    expect([...(await at(10))][2]).toBeGreaterThan(200);
  });

  it.each([
    [250, 250, 200],
    [249, 250, 400],
    [250, 249, 400],
    [4_000, 249, 400],
  ])('[PROF-05] of %i x %i pixels is answered with %i', async (width, height, status) => {
    const reply = await upload(await plainPicture(width, height));
    expect(reply.statusCode).toBe(status);
    const { file = [] } = reply.json();
    expect(file).toEqual(status === 400 ? [{ code: 'invalid', message: 'photo_too_small' }] : []);
  });

  it('[PROF-05] of 4.9 MB is taken', async () => {
    const picture = padded(await noise(1_200), 4_900_000);
    expect((await upload(picture)).statusCode).toBe(200);
  });

  it.each([5_000_001, 5_100_000, 9_900_000])('[PROF-05] [API-08] of %i bytes is too large', async (size) => {
    const reply = await upload(padded(await plainPicture(), size));
    expect([reply.statusCode, reply.json().general[0].message]).toEqual([
      413,
      'Entity is too large to upload',
    ]);
  });

  it('[PROF-05] exactly 5 MB is taken', async () => {
    expect((await upload(padded(await plainPicture(), 5_000_000))).statusCode).toBe(200);
  });
});

describe('any picture', () => {
  it('[API-08] [PROF-05] may be a gif elsewhere, and is no larger than it needs to be', async () => {
    const gif = await stored(await plainPicture(40, 30, 'gif'), 'image', 'a.gif');
    const head = await sharp((await read(gif)).rawPayload).metadata();
    expect([head.width, head.height]).toEqual([40, 30]);
    const wide = await sharp(
      (await read(await stored(await plainPicture(3_000, 1_500), 'image'))).rawPayload,
    ).metadata();
    expect([wide.width, wide.height]).toEqual([2_048, 1_024]);
  });

  it('[API-08] of 10,000,000 bytes is taken, one byte more is not', async () => {
    const picture = await plainPicture();
    expect((await upload(padded(picture, 10_000_000), 'image')).statusCode).toBe(200);
    const reply = await upload(padded(picture, 10_000_001), 'image');
    expect([reply.statusCode, reply.json().general[0].message]).toEqual([
      413,
      'Entity is too large to upload',
    ]);
  });

  it('[API-08] too large for a real connection is refused with the reason', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const { headers, payload } = formOf(padded(await plainPicture(), 30_000_000));
    const user = await makeUser(server.owner, tenant);
    const signIn = await server.app.inject({
      method: 'POST',
      url: `/api/${tenant.slug}/user-signin`,
      payload: { username: user.email, password: 'Right-pass-1', wantsToken: true },
    });
    const reply = await fetch(`http://127.0.0.1:${port}/api/${tenant.slug}/secure/files?purpose=image`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${signIn.json().accessToken}` },
      body: new Uint8Array(payload),
    });
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({ general: [{ message: 'Entity is too large to upload' }] });
  });
});

describe('what is no picture', () => {
  it.each([
    ['an svg', Buffer.from(svg), 'photo_type'],
    ['an svg called png', Buffer.from(`<?xml version="1.0"?>${svg}`), 'photo_type'],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>'), 'photo_type'],
    ['a zip', zip, 'photo_type'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(1_000)]), 'photo_type'],
    ['a pdf', Buffer.from('%PDF-1.7\n'), 'photo_type'],
    ['webp', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'), 'photo_type'],
    ['one byte', Buffer.from([0xff]), 'photo_type'],
    ['the beginning of a jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'photo_broken'],
    ['the beginning of a png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'photo_broken'],
    ['a png of 30,000 x 30,000 pixels', pngBomb(30_000), 'photo_too_many_pixels'],
    ['a png of 2 billion x 2 billion pixels', pngBomb(2_000_000_000), 'photo_broken'],
    ['nothing', Buffer.alloc(0), 'file_required'],
  ])('[PROF-05] %s is refused', async (_what, bytes, message) => {
    for (const name of ['photo.png', 'photo.jpg']) {
      const reply = await upload(bytes, 'profileImage', name);
      expect([reply.statusCode, reply.json()]).toEqual([400, { file: [{ code: 'invalid', message }] }]);
    }
  });

  it('[PROF-05] a gif is no profile picture, whatever it is called', async () => {
    const reply = await upload(await plainPicture(300, 300, 'gif'), 'profileImage', 'photo.png');
    expect([reply.statusCode, reply.json().file[0].message]).toEqual([400, 'photo_type']);
  });

  it('[PROF-05] a picture cut short is refused', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const whole = await sharp(await noise(400))
        .toFormat(format)
        .toBuffer();
      const reply = await upload(whole.subarray(0, whole.length / 2));
      expect([format, reply.statusCode, reply.body]).toEqual([
        format,
        400,
        expect.stringContaining('photo_broken'),
      ]);
    }
  });

  it('[PROF-05] what is a picture and something else too is stored as the picture alone', async () => {
    const stowaway = Buffer.from(
      '<script>alert(document.cookie)</script><?php system(1); ?>PK\x03\x04',
      'latin1',
    );
    const jpeg = await stored(
      Buffer.concat([await plainPicture(300, 300, 'jpeg'), stowaway]),
      'profileImage',
      'a.html',
    );
    const gif = await plainPicture(300, 300, 'gif');
    const script = await stored(Buffer.concat([gif, Buffer.from('/*'), stowaway]), 'image', 'a.js');
    for (const fileId of [jpeg, script]) {
      const { rawPayload, headers } = await read(fileId);
      expect(rawPayload.includes('script')).toBe(false);
      expect(rawPayload.includes('php')).toBe(false);
      expect(headers['content-type']).toMatch(/^image\/(jpeg|png)$/);
      expect(headers['content-disposition']).toMatch(/filename="a\.(jpg|png)"/);
    }
  });

  it('[PROF-05] the content decides, not the name', async () => {
    const fileId = await stored(await plainPicture(300, 300, 'jpeg'), 'profileImage', 'photo.exe');
    expect((await read(fileId)).headers['content-type']).toBe('image/jpeg');
  });
});

describe('names and forms', () => {
  it.each([
    '../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/shadow',
    'C:\\boot.ini',
    'a\u0000b.png',
    '.',
    '..',
    '',
  ])('[API-08] the name %j leads nowhere', async (name) => {
    const reply = await upload(await plainPicture(), 'profileImage', name);
    const { headers } = await read(reply.json().fileId);
    expect(String(headers['content-disposition'])).not.toMatch(/filename="[^"]*(?:[/\\]|\.\.)/);
  });

  it('[API-08] a form with two files, with another field, or torn is refused', async () => {
    const { payload, headers } = formOf(await plainPicture());
    const boundary = headers['content-type']?.split('boundary=')[1] ?? '';
    const part = payload.subarray(0, payload.length - boundary.length - 6);
    const field = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="role"\r\n\r\nadmin\r\n`,
    );
    const end = Buffer.from(`--${boundary}--\r\n`);
    const bad = [
      Buffer.concat([part, part, end]),
      Buffer.concat([part, field, end]),
      Buffer.concat([field, end]),
      part,
      payload.subarray(0, 50),
      end,
      Buffer.from('{}'),
    ];
    for (const body of bad) {
      const reply = await admin('POST', '/secure/files', {
        query: { purpose: 'profileImage' },
        headers,
        payload: body,
      });
      expect([body.length, reply.statusCode]).toEqual([body.length, 400]);
    }
  });
});

describe('who sees a file', () => {
  it('[API-08] no one of another tenant, nor without a session', async () => {
    const other = await makeTenant(server.owner);
    const stranger = await signedIn(server.app, other, (await makeUser(server.owner, other)).email);
    const fileId = await stored(await plainPicture());
    for (const path of [`/secure/files/${fileId}`, `/secure/thumbnails/${fileId}`]) {
      expect((await stranger('GET', path)).statusCode).toBe(404);
      expect((await admin('GET', path)).statusCode).toBe(200);
      expect((await server.app.inject({ url: `/api/${tenant.slug}${path}` })).statusCode).toBe(401);
    }
  });

  it('twenty uploads at once are twenty files', async () => {
    const picture = await plainPicture(600);
    const ids = await Promise.all(Array.from({ length: 20 }, () => stored(picture)));
    expect(new Set(ids).size).toBe(20);
    const replies = await Promise.all(ids.map((fileId) => read(fileId)));
    expect(replies.map((reply) => reply.statusCode)).toEqual(ids.map(() => 200));
  });
});
