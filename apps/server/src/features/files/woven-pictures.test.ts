import { expect, it } from 'vitest';
import sharp from 'sharp';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { signedIn, testApp } from '../../testing/test-app.ts';
import { formOf, plainPicture } from '../../testing/test-files.ts';

const woven = async (side: number) =>
  sharp(await plainPicture(side))
    .png({ progressive: true })
    .toBuffer();

it('[PROF-05] what can only be unpacked whole may have fewer pixels', async () => {
  const { app, owner } = await testApp();
  const tenant = await makeTenant(owner);
  const admin = await signedIn(app, tenant, (await makeUser(owner, tenant)).email);
  const upload = async (bytes: Uint8Array) =>
    admin('POST', '/secure/files', {
      query: { purpose: 'profileImage' },
      ...formOf(bytes, 'photo.png'),
    });
  const reply = await upload(await woven(3_600));
  expect([reply.statusCode, reply.json().file[0].message]).toEqual([400, 'photo_too_many_pixels']);
  expect((await upload(await woven(2_400))).statusCode).toBe(200);
});
